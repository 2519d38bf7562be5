"""Watches a command and all processes it starts: memory, processor time, time limit. Linux only."""

import os
import signal
import subprocess
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

MIB = 1024 * 1024


def descendants(pid):
    """Returns the process and all processes below it that are alive."""
    found, waiting = [], [pid]
    while waiting:
        current = waiting.pop()
        found.append(current)
        for children in Path(f"/proc/{current}/task").glob("*/children"):
            try:
                waiting.extend(int(child) for child in children.read_text().split())
            except OSError:
                continue
    return found


def memory_of(pid, file, name):
    """Returns a figure of a file of /proc in bytes, 0 when the process is gone."""
    try:
        for line in Path(f"/proc/{pid}/{file}").read_text().splitlines():
            if line.startswith(name):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    return 0


def core_times():
    """Returns (busy, all) ticks of each core since the machine started."""
    times = []
    for line in Path("/proc/stat").read_text().splitlines():
        if line.startswith("cpu") and line[3].isdigit():
            ticks = [int(value) for value in line.split()[1:9]]
            idle = ticks[3] + ticks[4]
            times.append((sum(ticks) - idle, sum(ticks)))
    return times


@dataclass
class Run:
    """What was seen of a command."""

    status: int = 0
    wall_seconds: float = 0.0
    cpu_seconds: float = 0.0
    peak_sum_bytes: int = 0
    peak_process_bytes: int = 0
    core_use: list = field(default_factory=list)
    timed_out: bool = False
    stdout: str = ""
    stderr: str = ""


class Watch(threading.Thread):
    """Reads the memory of a process tree at short intervals.

    `peak_sum_bytes` is the largest sum of proportional set sizes (pages shared by several processes count once);
    `peak_process_bytes` is the largest resident set that any one process had at any time, which the kernel keeps.
    """

    def __init__(self, pid, interval, wants_sum):
        super().__init__(daemon=True)
        self.pid, self.interval, self.wants_sum = pid, interval, wants_sum
        self.peak_sum_bytes = self.peak_process_bytes = 0
        self.ended = threading.Event()

    def run(self):
        """Samples until told to end."""
        while not self.ended.is_set():
            pids = descendants(self.pid)
            if self.wants_sum:
                total = sum(memory_of(pid, "smaps_rollup", "Pss:") for pid in pids)
                self.peak_sum_bytes = max(self.peak_sum_bytes, total)
            peak = max(memory_of(pid, "status", "VmHWM:") for pid in pids)
            self.peak_process_bytes = max(self.peak_process_bytes, peak)
            self.ended.wait(self.interval)


def run(command, *, seconds=None, interval=0.05, wants_sum=True, capture=True, env=None, cwd=None):
    """Runs a command to its end, or to its time limit, and returns what was seen."""
    result = Run()
    cores, began = core_times(), time.monotonic()
    pipe = subprocess.PIPE if capture else None
    child = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, env=env, cwd=cwd, start_new_session=True
    )
    watch = Watch(child.pid, interval, wants_sum)
    watch.start()
    timer = threading.Timer(seconds, lambda: end_session(child, result)) if seconds else None
    if timer:
        timer.start()
    readers = [Reader(stream) for stream in (child.stdout, child.stderr) if stream]
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    result.wall_seconds = time.monotonic() - began
    if timer:
        timer.cancel()
    watch.ended.set()
    watch.join()
    if capture:
        result.stdout, result.stderr = (reader.text() for reader in readers)
    result.status = child.returncode
    result.cpu_seconds = usage.ru_utime + usage.ru_stime
    result.peak_sum_bytes = watch.peak_sum_bytes
    result.peak_process_bytes = max(watch.peak_process_bytes, usage.ru_maxrss * 1024)
    for before, after in zip(cores, core_times()):
        result.core_use.append((after[0] - before[0]) / max(1, after[1] - before[1]))
    return result


def end_session(child, result):
    """Kills a command that ran past its limit together with what it started."""
    result.timed_out = True
    try:
        os.killpg(child.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


class Reader(threading.Thread):
    """Reads a pipe to its end, so that the writer never waits."""

    def __init__(self, stream):
        super().__init__(daemon=True)
        self.stream, self.content = stream, b""
        self.start()

    def run(self):
        """Reads."""
        self.content = self.stream.read()

    def text(self):
        """Returns what was read, once the writer is gone."""
        self.join(timeout=10)
        return self.content.decode(errors="replace")
