"""Draws pay statements in two layouts and works out their figures."""

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from .sheet import WIDTH, address, amount, cents, plain


@dataclass
class Line:
    """A line of earnings, taxes or deductions."""

    description: str
    current: Decimal
    year_to_date: Decimal
    category: str = ""
    rate: Decimal | None = None
    hours: Decimal | None = None


@dataclass
class Paystub:
    """What one pay statement says."""

    employer: str
    employer_address: list
    employee: str
    employee_address: list
    ssn: str
    employee_id: str
    check_number: str
    start: date
    end: date
    paid: date
    earnings: list
    taxes: list
    deductions: list
    deposit_account: str
    details: dict = field(default_factory=dict)

    @property
    def gross(self):
        """Gross pay of the period and of the year."""
        return totals(self.earnings)

    @property
    def net(self):
        """Gross less taxes less deductions, of the period and of the year."""
        return tuple(g - t - d for g, t, d in zip(self.gross, totals(self.taxes), totals(self.deductions)))

    def truth(self, names_totals):
        """Returns what is printed; `names_totals` tells whether totals of taxes and deductions are."""
        fields = {
            "employer_name": self.employer,
            "employer_address": address(self.employer_address),
            "employee_name": self.employee,
            "employee_address": address(self.employee_address),
            "employee_ssn": self.ssn,
            "employee_id": self.employee_id,
            "check_number": self.check_number,
            "pay_period_start_date": self.start.isoformat(),
            "pay_period_end_date": self.end.isoformat(),
            "pay_date": self.paid.isoformat(),
            "current_gross_pay": plain(self.gross[0]),
            "ytd_gross_pay": plain(self.gross[1]),
            "current_net_pay": plain(self.net[0]),
            **self.details,
        }
        if names_totals:
            fields["ytd_net_pay"] = plain(self.net[1])
            fields["current_total_taxes"], fields["ytd_total_taxes"] = map(plain, totals(self.taxes))
            fields["current_total_deductions"], fields["ytd_total_deductions"] = map(plain, totals(self.deductions))
        tables = {
            "earnings": [earning(line) for line in self.earnings],
            "taxes": [plain_line(line) for line in self.taxes],
            "deductions": [plain_line(line) for line in self.deductions],
        }
        return {"type": "paystub", "fields": fields, "tables": tables}


def plain_line(line):
    """Returns a line of taxes or deductions in canonical form."""
    return {
        "description": line.description,
        "current_amount": plain(line.current),
        "ytd_amount": plain(line.year_to_date),
    }


def earning(line):
    """Returns a line of earnings in canonical form."""
    row = {**plain_line(line), "category": line.category}
    if line.rate is not None:
        row["rate"] = f"{line.rate:.4f}" if line.rate != cents(line.rate) else plain(line.rate)
    if line.hours is not None:
        row["hours"] = plain(line.hours)
    return row


def totals(lines):
    """Returns the sums of the period and of the year."""
    return sum(line.current for line in lines), sum(line.year_to_date for line in lines)


def withheld(gross, periods, shares):
    """Returns lines that take a share of the gross each period."""
    lines = []
    for description, share in shares:
        current = cents(gross * Decimal(share))
        lines.append(Line(description, current, current * periods))
    return lines


def fixed(periods, amounts):
    """Returns lines that take the same amount each period."""
    return [Line(description, cents(value), cents(value) * periods) for description, value in amounts]


def draw_statement(sheet, stub):
    """Draws the wide layout: earnings and deductions one below the other, a detachable advice at the foot."""
    us = lambda day: day.strftime("%m/%d/%Y")
    sheet.lines(40, 46, [stub.employer], 11, "Times-Bold")
    sheet.lines(40, 59, stub.employer_address, 9, "Times-Roman")
    sheet.text(WIDTH - 40, 50, "Earnings Statement", 17, "Times-Bold", "right")
    pairs = [("Period Beginning:", us(stub.start)), ("Period Ending:", us(stub.end)), ("Pay Date:", us(stub.paid))]
    pairs += [("Advice Number:", stub.check_number)]
    for row, (name, value) in enumerate(pairs):
        sheet.text(400, 74 + row * 13, name, 9, "Times-Roman")
        sheet.text(WIDTH - 40, 74 + row * 13, value, 9, "Times-Bold", "right")
    sheet.lines(40, 104, [f"Employee ID: {stub.employee_id}", f"Social Security Number: {stub.ssn}"], 9, "Times-Roman")
    sheet.text(40, 128, f"Filing Status: {stub.details['federal_filing_status']}", 9, "Times-Roman")
    sheet.text(400, 150, stub.employee, 10, "Times-Bold")
    sheet.lines(400, 163, stub.employee_address, 9.5, "Times-Roman")

    columns = (300, 370, 460, WIDTH - 40)
    y = 210
    for x, text in zip((40, *columns), ("Earnings", "rate", "hours", "this period", "year to date")):
        sheet.text(x, y, text, 9.5, "Times-Bold", "left" if x == 40 else "right")
    sheet.rule(40, y + 4, WIDTH - 40, y + 4, 0.9)
    for line in stub.earnings:
        y += 15
        sheet.text(40, y, line.description, 9.5, "Times-Roman")
        figures = (
            f"{line.rate:.4f}" if line.rate is not None else "",
            plain(line.hours) if line.hours is not None else "",
            amount(line.current),
            amount(line.year_to_date),
        )
        for x, text in zip(columns, figures):
            sheet.text(x, y, text, 9.5, "Times-Roman", "right")
    y = total(sheet, y + 20, "Gross Pay", stub.gross, columns)
    for heading, lines in (("Taxes", stub.taxes), ("Other Deductions", stub.deductions)):
        y += 24
        sheet.text(40, y, heading, 9.5, "Times-Bold")
        sheet.rule(40, y + 4, WIDTH - 40, y + 4, 0.5)
        for line in lines:
            y += 15
            sheet.text(60, y, line.description, 9.5, "Times-Roman")
            sheet.text(columns[2], y, f"-{amount(line.current)}", 9.5, "Times-Roman", "right")
            sheet.text(columns[3], y, amount(line.year_to_date), 9.5, "Times-Roman", "right")
    total(sheet, y + 26, "Net Pay", (stub.net[0], None), columns)
    advice(sheet, stub, us(stub.paid))


def total(sheet, y, name, values, columns):
    """Writes a line of totals on a gray bar and returns its place."""
    sheet.box(230, y - 11, WIDTH - 270, 16, 0, 0.88)
    sheet.text(240, y, name, 10, "Times-Bold")
    for x, value in zip(columns[2:], values):
        if value is not None:
            sheet.text(x, y, f"${amount(value)}" if name == "Net Pay" else amount(value), 10, "Times-Bold", "right")
    return y


def advice(sheet, stub, paid):
    """Draws the detachable deposit advice."""
    sheet.rule(20, 560, WIDTH - 20, 560, 0.6, [4, 3])
    sheet.text(40, 590, stub.employer, 11, "Times-Bold")
    sheet.text(WIDTH - 40, 590, f"Advice number {stub.check_number}   Pay date {paid}", 9, "Times-Roman", "right")
    for x, text in ((40, "Deposited to the account of"), (300, "account number"), (WIDTH - 40, "amount")):
        sheet.text(x, 630, text, 8.5, "Times-Italic", "right" if x > 400 else "left")
    sheet.text(40, 645, stub.employee, 10, "Times-Bold")
    sheet.text(300, 645, stub.deposit_account, 10, "Times-Roman")
    sheet.text(WIDTH - 40, 645, f"${amount(stub.net[0])}", 10, "Times-Roman", "right")
    sheet.text(WIDTH / 2, 710, "NON-NEGOTIABLE", 22, "Times-Bold", "middle")


def draw_stub(sheet, stub):
    """Draws the compact layout: a bar, a grid of facts, earnings beside taxes and deductions, a summary row."""
    us = lambda day: day.strftime("%b %d, %Y")
    right, middle = WIDTH - 36, 330
    sheet.box(36, 36, WIDTH - 72, 30, 0, 0.18)
    sheet.white(46, 56, stub.employer, 14, "Sans-Bold")
    sheet.white(right - 10, 56, "PAY STUB", 11, "Sans-Bold", "right")
    sheet.text(36, 80, ", ".join(stub.employer_address), 8, "Sans")
    facts = [
        ("Employee", stub.employee), ("Pay Period", f"{us(stub.start)} - {us(stub.end)}"),
        ("Address", stub.employee_address[0]), ("Pay Date", us(stub.paid)),
        ("", stub.employee_address[1]), ("Check No.", stub.check_number),
        ("SSN", stub.ssn), ("Employee No.", stub.employee_id),
        ("Job Title", stub.details["job_title"]), ("Pay Frequency", stub.details["pay_frequency"]),
    ]  # fmt: skip
    for number, (name, value) in enumerate(facts):
        x, y = (36, 102 + 7.5 * number) if number % 2 == 0 else (middle, 102 + 7.5 * (number - 1))
        sheet.text(x, y, name, 8.5, "Sans-Bold")
        sheet.text(x + 78, y, value, 8.5, "Sans")

    earnings_columns, other_columns = (176, 218, 268, 320), (510, right)
    heading(sheet, 36, 196, 320, "EARNINGS", zip(earnings_columns, ("Rate", "Hours", "Current", "YTD")))
    y = 196
    for line in stub.earnings:
        y += 14
        sheet.text(40, y, line.description, 8.5, "Sans")
        rate = plain(line.rate) if line.rate is not None else ""
        hours = plain(line.hours) if line.hours is not None else ""
        for x, text in zip(earnings_columns, (rate, hours, amount(line.current), amount(line.year_to_date))):
            sheet.text(x, y, text, 8.5, "Sans", "right")
    y = 196
    for name, lines in (("TAXES", stub.taxes), ("DEDUCTIONS", stub.deductions)):
        heading(sheet, middle + 4, y, right, name, zip(other_columns, ("Current", "YTD")))
        for line in lines:
            y += 14
            sheet.text(middle + 8, y, line.description, 8.5, "Sans")
            for x, value in zip(other_columns, (line.current, line.year_to_date)):
                sheet.text(x, y, amount(value), 8.5, "Sans", "right")
        y += 26
    summary(sheet, y + 10, stub)


def heading(sheet, left, y, right, name, columns):
    """Writes the heading of a small table on a gray bar."""
    sheet.box(left, y - 10, right - left, 14, 0.4, 0.86)
    sheet.text(left + 4, y, name, 8.5, "Sans-Bold")
    for x, text in columns:
        sheet.text(x - 1, y, text, 8, "Sans-Bold", "right")


def summary(sheet, y, stub):
    """Draws the row of totals: gross, taxes, deductions, net."""
    names = ("Gross Pay", "Total Taxes", "Total Deductions", "Net Pay")
    values = (stub.gross, totals(stub.taxes), totals(stub.deductions), stub.net)
    sheet.box(36, y, WIDTH - 72, 48, 0.9)
    for number, name in enumerate(names):
        sheet.text(220 + number * 116, y + 14, name, 8.5, "Sans-Bold", "right")
    for row, period in enumerate(("Current", "Year to Date")):
        sheet.text(46, y + 28 + 13 * row, period, 8.5, "Sans-Bold")
        for number, pair in enumerate(values):
            sheet.text(220 + number * 116, y + 28 + 13 * row, f"${amount(pair[row])}", 9, "Sans", "right")
    sheet.text(36, y + 70, f"Direct deposit to account {stub.deposit_account}: ${amount(stub.net[0])}", 8.5, "Sans")
