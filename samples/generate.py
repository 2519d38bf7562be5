#!/usr/bin/env python3
"""Makes the sample PDFs of this folder and what is printed in them (`*.expected.json`).

    sudo apt-get install python3-reportlab python3-pil poppler-utils fonts-liberation fontconfig
    python3 samples/generate.py

The output is the same at each run on one machine: seeds and dates are fixed. The compressed bytes can differ between
versions of the libraries; the pages do not. All people, employers, banks and numbers are invented: social security
numbers are from the range kept for advertising, employer numbers have prefixes that are not issued.
"""

import io
import json
import random
import sys
from datetime import date
from decimal import Decimal
from pathlib import Path

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

sys.dont_write_bytecode = True
from drawing.paystub import Line, Paystub, draw_statement, draw_stub, fixed, withheld
from drawing.scanning import Scan, add_scanned_page, rendered, scanned
from drawing.sheet import HEIGHT, WIDTH, Sheet, cents, register_fonts
from drawing.statement import Statement, draw_running, draw_sections, movements
from drawing.w2 import FORM_WIDTH, W2, draw_w2, live, printed

FOLDER = Path(__file__).resolve().parent
TEODORA_HOME = ["418 Larch Hollow Road", "Wrenmoor, OR 97099"]
INGRITH_HOME = ["77 Cinder Quay Apt 5", "Ostrander Falls, WA 98699"]
BRINDLEMOOR = ("Brindlemoor Instruments Inc", ["2200 Foundry Loop", "Wrenmoor, OR 97099"])
QUILLFEATHER = ("Quillfeather Bakery Works LLC", ["16 Millrace Street", "Hollowbrook, OR 97098"])
TRESSILIAN = ("Tressilian Harbor Freight Co", ["900 Breakwater Avenue", "Ostrander Falls, WA 98699"])
LANTERNFIELD = ("Lanternfield Community Bank", ["PO Box 4410", "Wrenmoor, OR 97099"])
CASTELLANE = ("Castellane Savings Bank", ["31 Exchange Row", "Ostrander Falls, WA 98699"])


class Bundle:
    """A PDF under construction together with the truth about it."""

    def __init__(self, loan):
        self.loan, self.documents, self.file = loan, [], io.BytesIO()
        self.canvas = Canvas(self.file, pagesize=(WIDTH, HEIGHT), invariant=1, pageCompression=1)
        self.open = False

    def sheet(self):
        """Ends the page being drawn and returns a new one."""
        self.end_page()
        self.open = True
        return Sheet(self.canvas)

    def end_page(self):
        """Ends the page being drawn, if there is one."""
        if self.open:
            self.canvas.showPage()
            self.open = False

    def document(self, draw):
        """Draws a document with `draw(new_sheet)` and records what it says and where it is."""
        first = self.pages() + 1
        truth = draw(self.sheet)
        self.end_page()
        self.record(truth, first)

    def scans(self, draw, scans, hidden_text=()):
        """Draws a document, scans its pages and records it; one Scan for each page."""
        first = self.pages() + 1
        drawn = Bundle(self.loan)
        truth = draw(drawn.sheet)
        drawn.end_page()
        for image, scan in zip(rendered(drawn.bytes()), scans, strict=True):
            add_scanned_page(self.canvas, scanned(image, scan), hidden_text)
        self.record(truth, first)

    def blank(self):
        """Adds an empty page, which belongs to the document before it."""
        self.end_page()
        self.canvas.showPage()
        self.documents[-1]["lastPage"] = self.pages()

    def pages(self):
        """Returns how many pages are finished."""
        return self.canvas.getPageNumber() - 1

    def record(self, truth, first):
        """Keeps the truth about a document that begins on page `first` and ends on the last one."""
        kind = truth.pop("type")
        self.documents.append({"firstPage": first, "lastPage": self.pages(), "type": kind, **truth})

    def bytes(self):
        """Returns the finished file."""
        self.canvas.save()
        return self.file.getvalue()

    def save(self, name):
        """Writes the PDF and its truth."""
        (FOLDER / f"{name}.pdf").write_bytes(self.bytes())
        pages = self.documents[-1]["lastPage"]
        truth = {"loan": self.loan, "file": f"{name}.pdf", "pages": pages, "documents": self.documents}
        (FOLDER / f"{name}.expected.json").write_text(json.dumps(truth, indent=2) + "\n")


def fax_cover(new_sheet):
    """Draws a fax cover sheet: no document of a loan."""
    sheet = new_sheet()
    sheet.text(WIDTH / 2, 110, "FAX TRANSMITTAL", 30, "Helvetica-Bold", "middle")
    sheet.rule(70, 130, WIDTH - 70, 130, 2)
    rows = (
        ("To:", "Loan Processing, Marrowby Home Lending"), ("Fax:", "(555) 555-0142"), ("From:", "T. Valcourt"),
        ("Pages:", "9 including this cover"), ("Re:", "Papers you asked for"),
    )  # fmt: skip
    for row, (name, value) in enumerate(rows):
        sheet.text(80, 180 + row * 34, name, 14, "Helvetica-Bold")
        sheet.text(170, 180 + row * 34, value, 14)
    note = (
        "This transmission is intended only for the person named above and may hold confidential",
        "matter. If you received it in error, please call the sender and destroy all copies.",
    )
    sheet.lines(80, 640, note, 10)
    return {"type": "other", "fields": {}}


def w2_single(w2, copy):
    """Returns a way to draw one copy near the top of a page."""

    def draw(new_sheet):
        sheet = new_sheet()
        draw_w2(Sheet(sheet.canvas, (WIDTH - FORM_WIDTH) / 2, 60), w2, copy)
        notice = (
            "Notice to Employee. Do you have to file? Refer to the Form 1040 instructions to determine if you are required",
            "to file a tax return. Even if you do not have to file, you may be eligible for a refund if box 2 shows an amount.",
        )
        sheet.lines(40, 400, notice, 8)
        return w2.truth()

    return draw


def w2_sheet(w2, columns, rows, copies, scale):
    """Returns a way to draw several copies on one page, with lines to cut along."""

    def draw(new_sheet):
        sheet = new_sheet()
        cell_width, cell_height = WIDTH / columns, HEIGHT / rows
        for number, copy in enumerate(copies):
            left = (number % columns) * cell_width + (cell_width - FORM_WIDTH * scale) / 2
            part = Sheet(sheet.canvas, left, (number // columns) * cell_height + 34, scale)
            size = 9.5 if scale > 0.8 else 12
            draw_w2(part, w2, copy, printed(part, size=size), label_size=5.6 if scale > 0.8 else 7.2)
        for column in range(1, columns):
            sheet.rule(column * cell_width, 10, column * cell_width, HEIGHT - 10, 0.5, [3, 3])
        for row in range(1, rows):
            sheet.rule(10, row * cell_height, WIDTH - 10, row * cell_height, 0.5, [3, 3])
        return w2.truth()

    return draw


def w2_live(w2, copy):
    """Returns a way to draw a form whose values are live form fields and nowhere else."""

    def draw(new_sheet):
        sheet = Sheet(new_sheet().canvas, (WIDTH - FORM_WIDTH) / 2, 60)
        draw_w2(sheet, w2, copy, live(sheet))
        return w2.truth()

    return draw


def paystub(draw, stub, names_totals):
    """Returns a way to draw a pay statement in the given layout."""

    def draw_one(new_sheet):
        draw(new_sheet(), stub)
        return stub.truth(names_totals)

    return draw_one


def teodora_w2(year, wages, deferred, tax):
    """Returns Teodora's W-2 of a year at Brindlemoor; `deferred` is what went into her 401(k)."""
    box_1 = Decimal(wages) - Decimal(deferred)
    state = ("OR", "00418827-3", box_1, cents(box_1 * Decimal("0.0815")))
    return W2(
        year, "987-65-4321", "79-4418207", *BRINDLEMOOR, "Teodora M", "Valcourt", TEODORA_HOME, box_1, Decimal(tax),
        Decimal(wages), "BR-20417", True, [("D", Decimal(deferred)), ("DD", Decimal("9120.48"))], [("TRANSIT", 88)], state,
    )  # fmt: skip


def salaried_stub(start, end, paid, periods, number):
    """Returns Teodora's pay statement: a salary every two weeks."""
    gross = Decimal("3550.00")
    shares = (
        ("Federal Income Tax", "0.1049"),
        ("Social Security Tax", "0.062"),
        ("Medicare Tax", "0.0145"),
        ("OR State Income Tax", "0.0785"),
    )
    return Paystub(
        *BRINDLEMOOR, "Teodora M Valcourt", TEODORA_HOME, "XXX-XX-4321", "20417", number, start, end, paid,
        [Line("Regular Salary", gross, gross * periods, "Regular", hours=Decimal(80))],
        withheld(gross, periods, shares), fixed(periods, (("401(k)", "177.50"), ("Medical", "142.35"), ("Dental", "12.80"))),
        "XXXXXX5518", {"federal_filing_status": "Head of household", "pay_type": "Salary", "regular_hours": "80.00"},
    )  # fmt: skip


def hourly_stub(employer, person, home, ssn, dates, periods, number, job, account):
    """Returns an hourly worker's pay stub with overtime."""
    regular, overtime = Decimal("27.50") * 80, Decimal("41.25") * 6
    earnings = [
        Line("Regular", regular, regular * periods, "Regular", Decimal("27.50"), Decimal(80)),
        Line("Overtime", overtime, overtime * periods, "Overtime", Decimal("41.25"), Decimal(6)),
    ]
    shares = (("Federal Withholding", "0.0873"), ("Social Security", "0.062"), ("Medicare", "0.0145"))
    details = {
        "job_title": job, "pay_frequency": "Biweekly", "pay_type": "Hourly", "hourly_rate": "27.50",
        "regular_hours": "80.00", "overtime_hours": "6.00",
    }  # fmt: skip
    return Paystub(
        *employer, person, home, ssn, "Q-1183", number, *dates, earnings,
        withheld(regular + overtime, periods, shares), fixed(periods, (("Health Insurance", "96.40"), ("Vision", "4.15"))),
        account, details,
    )  # fmt: skip


def lanternfield(start, end, teodora_paid, jorin_paid, seed, purchases):
    """Returns a statement of the Valcourts' joint account; pay arrives on the given days of the month."""
    known = [(day - 1, "DIRECT DEPOSIT BRINDLEMOOR INST PAYROLL", "2294.69") for day in teodora_paid]
    known += [(day - 1, "DIRECT DEPOSIT QUILLFEATHER BAKERY", "1946.05") for day in jorin_paid]
    known += [(2, f"CHECK {1200 + start.month}", "-1450.00")]
    return Statement(
        *LANTERNFIELD, ["TEODORA M VALCOURT", "JORIN P VALCOURT"], TEODORA_HOME, "4410 2207 5518",
        start, end, Decimal("7318.44"), movements(seed, start, end, known, purchases),
    )  # fmt: skip


def castellane(seed, purchases):
    """Returns Ingrith's statement."""
    start, end = date(2026, 7, 1), date(2026, 7, 31)
    known = [(day - 1, "PAYROLL TRESSILIAN HARBOR FREIGHT", "1946.05") for day in (10, 24)]
    known += [(14, "MOBILE CHECK DEPOSIT", "350.00")]
    return Statement(
        *CASTELLANE, ["INGRITH L FENNIMORE"], INGRITH_HOME, "70031-88842", start, end,
        Decimal("4120.06"), movements(seed, start, end, known, purchases),
    )  # fmt: skip


def born_digital():
    """Makes the bundle that software wrote: every page has a good text layer."""
    bundle = Bundle("SAMPLE-1")
    jorin = W2(
        2025, "987-65-4322", "78-2096613", *QUILLFEATHER, "Jorin P", "Valcourt", TEODORA_HOME, Decimal("52817.60"),
        Decimal("4611.37"), Decimal("52817.60"), "", False, [], [], ("OR", "00520931-8", Decimal("52817.60"), Decimal("4172.59")),
    )  # fmt: skip
    bundle.document(fax_cover)
    bundle.document(w2_single(teodora_w2(2025, "88400.00", "4420.00", "9214.36"), "B"))
    bundle.document(w2_sheet(jorin, 2, 2, ("B", "C", "2", "2"), 0.52))
    stub = salaried_stub(date(2026, 8, 3), date(2026, 8, 16), date(2026, 8, 21), 17, "004417")
    bundle.document(paystub(draw_statement, stub, names_totals=False))
    bundle.blank()
    dates = (date(2026, 8, 9), date(2026, 8, 22), date(2026, 8, 28))
    stub = hourly_stub(
        QUILLFEATHER, "Jorin P Valcourt", TEODORA_HOME, "XXX-XX-4322", dates, 17, "88120", "Lead Baker", "XXXX2207"
    )
    bundle.document(paystub(draw_stub, stub, names_totals=True))
    statement = lanternfield(date(2026, 7, 1), date(2026, 7, 31), (10, 24), (3, 17, 31), 11, 76)
    bundle.document(lambda new_sheet: draw_running(new_sheet, statement, (31, 41, 10)))
    bundle.save("born-digital")


def scans():
    """Makes the bundle that came from a scanner: images only, one page lying on its side."""
    bundle = Bundle("SAMPLE-2")
    ingrith = W2(
        2025, "987-65-4323", "96-3370145", *TRESSILIAN, "Ingrith L", "Fennimore", INGRITH_HOME, Decimal("57905.12"),
        Decimal("5530.28"), Decimal("60320.12"), "4471", True, [("D", Decimal("2415.00"))],
    )  # fmt: skip
    bundle.scans(w2_sheet(ingrith, 1, 2, ("B", "2"), 1.0), [Scan(21, skew_degrees=0.6)])
    dates = (date(2026, 7, 6), date(2026, 7, 19), date(2026, 7, 24))
    stub = hourly_stub(
        TRESSILIAN,
        "Ingrith L Fennimore",
        INGRITH_HOME,
        "XXX-XX-4323",
        dates,
        15,
        "301882",
        "Yard Dispatcher",
        "XXXXX8842",
    )
    bundle.scans(paystub(draw_stub, stub, names_totals=True), [Scan(22, bilevel=True, quarter_turns=1)])
    statement = castellane(23, 34)
    bundle.scans(
        lambda new_sheet: draw_sections(new_sheet, statement, 18),
        [Scan(24, -0.5, toner=0.85), Scan(25, 0.4, bilevel=True)],
    )
    bundle.save("scanned")


def mixed():
    """Makes the bundle of both kinds, with live form fields and a text layer that lies."""
    bundle = Bundle("SAMPLE-3")
    bundle.document(w2_live(teodora_w2(2024, "85020.00", "4251.00", "8870.15"), "C"))
    chance = random.Random(31)
    garbage = ["".join(chance.choice("~^|}{qzxj#;_%vkw ") for _ in range(70)) for _ in range(44)]
    stub = salaried_stub(date(2026, 8, 17), date(2026, 8, 30), date(2026, 9, 4), 18, "004563")
    bundle.scans(paystub(draw_statement, stub, names_totals=False), [Scan(32, 0.3)], garbage)
    statement = lanternfield(date(2026, 8, 1), date(2026, 8, 31), (7, 21), (14, 28), 33, 37)
    bundle.document(lambda new_sheet: draw_running(new_sheet, statement, (30, 12)))
    dates = (date(2026, 8, 23), date(2026, 9, 5), date(2026, 9, 11))
    stub = hourly_stub(
        QUILLFEATHER, "Jorin P Valcourt", TEODORA_HOME, "XXX-XX-4322", dates, 18, "88345", "Lead Baker", "XXXX2207"
    )
    bundle.scans(paystub(draw_stub, stub, names_totals=True), [Scan(34, -0.7)])
    bundle.save("mixed")


if __name__ == "__main__":
    rl_config.useA85 = 0
    register_fonts()
    born_digital()
    scans()
    mixed()
