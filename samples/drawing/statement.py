"""Draws bank statements in two layouts: one list with a running balance, and sections by kind."""

import random
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from .sheet import WIDTH, address, amount, cents, plain

SHOPS = (
    "CARD PURCHASE TALLOWGATE GROCERS", "CARD PURCHASE RIVETT HARDWARE 04", "ACH DEBIT MOORSIDE ELECTRIC CO",
    "CARD PURCHASE OAKAPPLE CAFE", "CARD PURCHASE LARKSPUR PHARMACY", "ACH DEBIT BELFREY MUTUAL AUTO INS",
    "ATM WITHDRAWAL 118 QUAY ST", "CARD PURCHASE FERNDOWN FUEL", "ONLINE TRANSFER TO SAVINGS 2208",
    "ACH DEBIT HALYARD BROADBAND",
)  # fmt: skip


@dataclass
class Statement:
    """What one bank statement says; `movements` are (day, text, signed amount) in order of the day."""

    bank: str
    bank_address: list
    holders: list
    address: list
    number: str
    start: date
    end: date
    opening: Decimal
    movements: list

    @property
    def deposits(self):
        """The sum of all additions."""
        return sum(value for _, _, value in self.movements if value > 0)

    @property
    def withdrawals(self):
        """The sum of all subtractions, as a positive amount."""
        return -sum(value for _, _, value in self.movements if value < 0)

    @property
    def closing(self):
        """The balance at the end."""
        return self.opening + self.deposits - self.withdrawals

    def truth(self, ordered, running_balance):
        """Returns what is printed, with the transactions in the order in which they are."""
        fields = {
            "bank_name": self.bank,
            "bank_address": address(self.bank_address),
            "account_holder_name": self.holders[0],
            "account_holder_address": address(self.address),
            "statement_start_date": self.start.isoformat(),
            "statement_end_date": self.end.isoformat(),
            "account_number": self.number.replace(" ", ""),
            "account_type": "Checking",
            "beginning_balance": plain(self.opening),
            "total_deposits": plain(self.deposits),
            "total_withdrawals": plain(self.withdrawals),
            "ending_balance": plain(self.closing),
        }
        if len(self.holders) > 1:
            fields["joint_account_holder_name"] = self.holders[1]
        rows = []
        balance = self.opening
        for day, text, value in ordered:
            balance += value
            row = {"date": day.isoformat(), "description": text, "amount": plain(value)}
            if running_balance:
                row["balance"] = plain(balance)
            rows.append(row)
        return {"type": "bank_statement", "fields": fields, "tables": {"transactions": rows}}


def movements(seed, start, end, known, purchases):
    """Returns a month's movements: known ones (days after the start, text, amount) and random small purchases."""
    chance = random.Random(seed)
    days = (end - start).days
    result = [(start + timedelta(days=offset), text, cents(value)) for offset, text, value in known]
    for _ in range(purchases):
        value = -cents(Decimal(chance.randrange(450, 21_900)) / 100)
        result.append((start + timedelta(days=chance.randrange(days + 1)), chance.choice(SHOPS), value))
    return sorted(result, key=lambda movement: (movement[0], -movement[2]))


def head(sheet, statement, page, pages, font):
    """Draws what each page carries: bank, period, account, page counter."""
    bold = "Times-Bold" if font == "Times-Roman" else f"{font}-Bold"
    sheet.text(44, 56, statement.bank, 16, bold)
    period = f"{statement.start:%m/%d/%Y} through {statement.end:%m/%d/%Y}"
    for row, (name, value) in enumerate((("Statement Period", period), ("Account Number", statement.number))):
        sheet.text(350, 48 + row * 13, f"{name}:", 8.5, bold)
        sheet.text(WIDTH - 44, 48 + row * 13, value, 8.5, font, "right")
    sheet.text(WIDTH - 44, 74, f"Page {page} of {pages}", 8.5, font, "right")
    sheet.rule(44, 82, WIDTH - 44, 82, 1.4)


def parties(sheet, statement, y, font):
    """Writes the bank's and the customer's address."""
    sheet.lines(44, y, statement.bank_address, 8, font)
    sheet.lines(60, y + 46, [" AND ".join(statement.holders), *statement.address], 9.5, font)


def account_summary(sheet, statement, y, font):
    """Draws the four lines of the summary."""
    sheet.text(44, y, "Checking Account Summary", 11, f"{font}-Bold")
    lines = (
        (f"Beginning Balance on {statement.start:%m/%d/%Y}", f"${amount(statement.opening)}"),
        ("Total Deposits and Other Additions", f"+ {amount(statement.deposits)}"),
        ("Total Withdrawals and Other Subtractions", f"- {amount(statement.withdrawals)}"),
        (f"Ending Balance on {statement.end:%m/%d/%Y}", f"${amount(statement.closing)}"),
    )
    for row, (name, value) in enumerate(lines):
        sheet.text(52, y + 18 + row * 14, name, 9.5, font)
        sheet.text(400, y + 18 + row * 14, value, 9.5, font, "right")
    sheet.rule(44, y + 68, 408, y + 68, 0.5)


def draw_running(new_sheet, statement, rows_by_page):
    """Draws one list of all movements with a running balance, over several pages."""
    balance, place, pages = statement.opening, 0, len(rows_by_page)
    columns = (400, 480, WIDTH - 44)
    for page, rows in enumerate(rows_by_page, 1):
        sheet = new_sheet()
        head(sheet, statement, page, pages, "Helvetica")
        y = 112
        if page == 1:
            parties(sheet, statement, 98, "Helvetica")
            account_summary(sheet, statement, 210, "Helvetica")
            y = 312
        sheet.text(44, y - 4, "Transaction Detail" + (" (continued)" if page > 1 else ""), 11, "Helvetica-Bold")
        y += 14
        sheet.box(44, y - 10, WIDTH - 88, 14, 0, 0.85)
        for x, name in zip((48, 100, *columns), ("Date", "Description", "Withdrawals", "Deposits", "Balance")):
            sheet.text(x, y, name, 8.5, "Helvetica-Bold", "right" if x >= 400 else "left")
        for day, text, value in statement.movements[place : place + rows]:
            y += 14
            balance += value
            sheet.text(48, y, f"{day:%m/%d}", 8.5)
            sheet.text(100, y, text, 8.5)
            sheet.text(columns[0 if value < 0 else 1], y, amount(abs(value)), 8.5, align="right")
            sheet.text(columns[2], y, amount(balance), 8.5, align="right")
        place += rows
        if page == pages:
            notices(sheet, y + 40, statement)
    if place < len(statement.movements):
        raise ValueError("the pages have too few rows")
    return statement.truth(statement.movements, running_balance=True)


def notices(sheet, y, statement):
    """Writes the small print of the last page."""
    sheet.text(44, y, "In Case of Errors or Questions About Your Electronic Transfers", 9, "Helvetica-Bold")
    small_print = (
        f"Write to {statement.bank}, {statement.bank_address[0]}, {statement.bank_address[1]}, as soon as you can if",
        "you think your statement is wrong or if you need more information about a transfer listed on it. We must hear",
        "from you no later than 60 days after we sent you the first statement on which the error or problem appeared.",
    )
    sheet.lines(44, y + 14, small_print, 7.5)


def draw_sections(new_sheet, statement, first_page_rows):
    """Draws additions and subtractions in sections of their own, over two pages."""
    additions = [movement for movement in statement.movements if movement[2] > 0]
    subtractions = [movement for movement in statement.movements if movement[2] < 0]
    sheet = new_sheet()
    head(sheet, statement, 1, 2, "Times-Roman")
    parties(sheet, statement, 98, "Times-Roman")
    account_summary_serif(sheet, statement)
    y = section(
        sheet,
        330,
        "Deposits and Other Additions",
        additions,
        f"Total Deposits and Other Additions  ${amount(statement.deposits)}",
    )
    section(sheet, y + 34, "Withdrawals and Other Subtractions", subtractions[:first_page_rows], None)
    sheet = new_sheet()
    head(sheet, statement, 2, 2, "Times-Roman")
    section(
        sheet, 116, "Withdrawals and Other Subtractions (continued)", subtractions[first_page_rows:],
        f"Total Withdrawals and Other Subtractions  ${amount(statement.withdrawals)}",
    )  # fmt: skip
    return statement.truth(additions + subtractions, running_balance=False)


def account_summary_serif(sheet, statement):
    """Draws the summary as a row of four boxes."""
    sheet.text(44, 232, "CHECKING ACCOUNT AT A GLANCE", 10.5, "Times-Bold")
    boxes = (
        ("Beginning Balance", statement.opening), ("Deposits", statement.deposits),
        ("Withdrawals", statement.withdrawals), ("Ending Balance", statement.closing),
    )  # fmt: skip
    for number, (name, value) in enumerate(boxes):
        x = 44 + number * 131
        sheet.box(x, 242, 131, 40, 0.7)
        sheet.text(x + 8, 256, name, 9, "Times-Roman")
        sheet.text(x + 123, 274, f"${amount(value)}", 11, "Times-Bold", "right")


def section(sheet, y, title, rows, total):
    """Draws one section of movements and returns the place of its last line."""
    sheet.text(44, y, title, 11, "Times-Bold")
    sheet.rule(44, y + 5, WIDTH - 44, y + 5)
    for x, name in ((48, "Date"), (120, "Description"), (WIDTH - 48, "Amount")):
        sheet.text(x, y + 18, name, 9, "Times-Bold", "right" if x > 400 else "left")
    y += 20
    for day, text, value in rows:
        y += 14.5
        sheet.text(48, y, f"{day:%m/%d/%y}", 9.5, "Times-Roman")
        sheet.text(120, y, text, 9.5, "Times-Roman")
        sheet.text(WIDTH - 48, y, ("-" if value < 0 else "") + amount(abs(value)), 9.5, "Times-Roman", "right")
    if total:
        y += 17
        sheet.text(WIDTH - 48, y, total, 9.5, "Times-Bold", "right")
    return y
