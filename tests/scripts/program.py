"""Runs the loanfile program in a workspace and compares what two runs came to."""

import json
import os
import re
import sqlite3
import subprocess
from collections import Counter
from pathlib import Path

import measure

TOP = Path(__file__).resolve().parents[2]
SAMPLES = {"SAMPLE-1": "born-digital.pdf", "SAMPLE-2": "scanned.pdf", "SAMPLE-3": "mixed.pdf"}
SOME_FAILED = 3
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
KEPT_IDS = {"documentTypeId", "fieldTypeId", "externalLoanId"}


class Trouble(Exception):
    """The program did what it never may."""


def default_binary():
    """Returns the release build of this package."""
    return Path(os.environ.get("CARGO_TARGET_DIR", TOP / "target")) / "release" / "loanfile"


class Workspace:
    """A workspace and the program that works on it."""

    def __init__(self, binary, folder):
        self.binary, self.folder = str(Path(binary).resolve()), Path(folder)

    def command(self, *arguments):
        """Returns the command line of a subcommand."""
        return [self.binary, "--workspace", str(self.folder), *map(str, arguments)]

    def run(self, *arguments, accept=(0,)):
        """Runs a subcommand and returns it when it ended with an accepted status."""
        done = subprocess.run(
            self.command(*arguments), check=False, stdin=subprocess.DEVNULL, capture_output=True, text=True
        )
        if done.returncode not in accept:
            line = " ".join(map(str, arguments))
            raise Trouble(f"loanfile {line} ended with {done.returncode}: {done.stderr.strip()[-600:]}")
        return done

    def process(self, **limits):
        """Processes everything under the watch of `measure.run`."""
        return measure.run(self.command("process", "--quiet"), **limits)

    def show(self, loan):
        """Returns a loan as `show --format json` prints it."""
        return json.loads(self.run("show", "--loan", loan, "--format", "json").stdout)

    def with_samples(self):
        """Makes the workspace and takes in the samples, and returns itself."""
        self.run("init")
        for loan, file in SAMPLES.items():
            self.run("ingest", "--loan", loan, TOP / "samples" / file)
        return self

    def samples_shown(self):
        """Returns what became of the samples, without ids and times."""
        return {loan: without_ids_and_times(self.show(loan)) for loan in SAMPLES}

    def database(self):
        """Opens the store for reading only."""
        connection = sqlite3.connect(f"file:{self.folder / 'loanfile.db'}?mode=ro", uri=True)
        connection.row_factory = sqlite3.Row
        return connection


def without_ids_and_times(value, name=""):
    """Returns JSON without what differs between two runs of the same work: ids, times, durations."""
    if isinstance(value, dict):
        kept = {
            key: without_ids_and_times(member, key)
            for key, member in value.items()
            if key in KEPT_IDS or not re.search(r"(Ids?|At|DateTime|Ms|Seconds)$", key)
        }
        return kept
    if isinstance(value, list):
        members = [without_ids_and_times(member) for member in value]
        if name == "tasks":
            members.sort(key=lambda member: json.dumps(member, sort_keys=True))
        return members
    if isinstance(value, str):
        return UUID.sub("ID", value)
    return value


def differences(left, right, place=""):
    """Returns where two JSON values differ, a line each."""
    if isinstance(left, dict) and isinstance(right, dict):
        lines = []
        for key in sorted(left.keys() | right.keys()):
            lines += differences(left.get(key), right.get(key), f"{place}.{key}")
        return lines
    if isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        return [line for index, pair in enumerate(zip(left, right)) for line in differences(*pair, f"{place}[{index}]")]
    return [] if left == right else [f"{place}: {brief(left)} against {brief(right)}"]


def brief(value):
    """Returns the head of a value as JSON."""
    text = json.dumps(value)
    return text if len(text) <= 160 else f"{text[:160]}..."


def failures(shown):
    """Returns the failures of a loan: {file name: [failure, ...]}."""
    found = {}
    for document in shown["documents"]:
        if document.get("failure"):
            found.setdefault(document["fileName"], []).append(document["failure"])
    return found


def events(workspace):
    """Returns how often each event stands in the store: counted by loan, file, first page, type and stage."""
    query = """
        SELECT loan.external_loan_id, source_file.file_name, document.first_page, event.event_type, event.stage
        FROM event
        JOIN loan ON loan.loan_id = event.loan_id
        LEFT JOIN document ON document.document_id = event.document_id
        LEFT JOIN source_file
            ON source_file.source_file_id = coalesce(event.source_file_id, document.source_file_id)
    """
    connection = workspace.database()
    try:
        return Counter(tuple(row) for row in connection.execute(query))
    finally:
        connection.close()
