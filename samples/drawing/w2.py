"""Draws a Form W-2 in the order of its boxes: the plain printed form, and the form with live fields."""

from dataclasses import dataclass, field
from decimal import Decimal

from reportlab.lib.colors import white

from .sheet import address, amount, plain

FORM_WIDTH = 540.0
TICK_SIZE = 9.5
COPIES = {
    "B": "Copy B - To Be Filed With Employee's FEDERAL Tax Return.",
    "C": "Copy C - For EMPLOYEE'S RECORDS (See Notice to Employee).",
    "2": "Copy 2 - To Be Filed With Employee's State, City, or Local Income Tax Return.",
}


@dataclass
class W2:
    """What one W-2 says."""

    year: int
    ssn: str
    ein: str
    employer: str
    employer_address: list
    first_name: str
    last_name: str
    employee_address: list
    wages: Decimal
    federal_tax: Decimal
    social_security_wages: Decimal
    control_number: str = ""
    retirement_plan: bool = False
    box_12: list = field(default_factory=list)
    box_14: list = field(default_factory=list)
    state: tuple = ()

    @property
    def social_security_tax(self):
        """Box 4: 6.2 % of box 3."""
        return self.social_security_wages * Decimal("0.062")

    @property
    def medicare_tax(self):
        """Box 6: 1.45 % of box 5, which equals box 3 here."""
        return self.social_security_wages * Decimal("0.0145")

    def truth(self):
        """Returns the fields and tables that are printed."""
        fields = {
            "tax_year": str(self.year),
            "employee_ssn": self.ssn,
            "employer_ein": self.ein,
            "employer_name": self.employer,
            "employer_address": address(self.employer_address),
            "employee_name": f"{self.first_name} {self.last_name}",
            "employee_address": address(self.employee_address),
            "wages_tips_other_compensation": plain(self.wages),
            "federal_income_tax_withheld": plain(self.federal_tax),
            "social_security_wages": plain(self.social_security_wages),
            "social_security_tax_withheld": plain(self.social_security_tax),
            "medicare_wages_and_tips": plain(self.social_security_wages),
            "medicare_tax_withheld": plain(self.medicare_tax),
            "statutory_employee": "false",
            "retirement_plan": "true" if self.retirement_plan else "false",
            "third_party_sick_pay": "false",
        }
        if self.control_number:
            fields["control_number"] = self.control_number
        tables = {}
        if self.box_12:
            tables["box_12"] = [{"code": code, "amount": plain(value)} for code, value in self.box_12]
        if self.box_14:
            tables["box_14"] = [{"description": text, "amount": plain(value)} for text, value in self.box_14]
        if self.state:
            state, number, wages, tax = self.state
            tables["state_and_local"] = [
                {
                    "state": state,
                    "employer_state_id": number,
                    "state_wages": plain(wages),
                    "state_income_tax": plain(tax),
                }
            ]
        return {"type": "w2", "fields": fields, "tables": tables}


def printed(sheet, font="Courier", size=9.5):
    """Returns a way to put a value into a box: as text. A truth value becomes a box with or without a cross."""

    def put(_name, x, y, _width, text, align="left"):
        if isinstance(text, bool):
            sheet.box(x, y, TICK_SIZE, TICK_SIZE)
            if text:
                near, far = 1.5, TICK_SIZE - 1.5
                sheet.rule(x + near, y + near, x + far, y + far, 1.1)
                sheet.rule(x + near, y + far, x + far, y + near, 1.1)
            return
        sheet.text(x, y, text, size, font, align)

    return put


def live(sheet):
    """Returns a way to put a value into a box: as a live form field. A truth value becomes a check box."""

    def put(name, x, y, width, text, align="left"):
        if isinstance(text, bool):
            place_x, place_y = sheet.at(x, y + TICK_SIZE)
            sheet.canvas.acroForm.checkbox(
                name=name, tooltip=name, checked=text, buttonStyle="cross", x=place_x, y=place_y, size=TICK_SIZE,
                borderWidth=0.6, fillColor=white, borderStyle="solid", fieldFlags="",
            )  # fmt: skip
            return
        left = x - width if align == "right" else x
        place_x, place_y = sheet.at(left, y + 3.5)
        sheet.canvas.acroForm.textfield(
            name=name, tooltip=name, value=text, x=place_x, y=place_y, width=width, height=13,
            borderWidth=0, borderStyle="solid", fillColor=None, fontName="Courier", fontSize=9, maxlen=60, fieldFlags="",
        )  # fmt: skip

    return put


def draw_w2(sheet, w2, copy, put=None, label_size=5.6):
    """Draws one copy of the form, FORM_WIDTH wide, with `put` filling its boxes."""
    put = put or printed(sheet)
    label = lambda x, y, text: sheet.text(x + 2, y + label_size + 1.2, text, label_size)
    middle, right, column_12 = 310.0, 425.0, 425.0
    sheet.box(0, 0, FORM_WIDTH, 266, 1.1)
    for y in (22, 46, 144, 168):
        sheet.rule(0, y, middle, y)
    for y in (22, 46, 70, 94, 118, 142):
        sheet.rule(middle, y, FORM_WIDTH, y)
    sheet.rule(middle, 22, middle, 240)
    sheet.rule(right, 22, right, 142)
    sheet.rule(140, 0, 140, 22)

    label(0, 0, "a  Employee's social security number")
    put("ssn", 12, 19, 110, w2.ssn)
    label(142, 0, "OMB No. 1545-0008")
    sheet.text(
        FORM_WIDTH - 4, 12, "This information is being furnished to the Internal Revenue Service.", 5.4, align="right"
    )
    label(0, 22, "b  Employer identification number (EIN)")
    put("ein", 12, 43, 110, w2.ein)
    label(0, 46, "c  Employer's name, address, and ZIP code")
    for row, line in enumerate([w2.employer, *w2.employer_address]):
        put(f"employer_{row + 1}", 12, 72 + row * 14, 270, line)
    label(0, 144, "d  Control number")
    if w2.control_number:
        put("control_number", 12, 165, 110, w2.control_number)
    label(0, 168, "e  Employee's first name and initial")
    label(150, 168, "Last name")
    label(282, 168, "Suff.")
    put("first_name", 12, 189, 130, w2.first_name)
    put("last_name", 152, 189, 120, w2.last_name)
    for row, line in enumerate(w2.employee_address):
        put(f"address_{row + 1}", 12, 206 + row * 14, 270, line)
    label(0, 229, "f  Employee's address and ZIP code")

    money_boxes(label, put, w2, middle, right)
    benefit_boxes(sheet, label, put, w2, middle, column_12)
    state_boxes(sheet, label, put, w2)
    sheet.text(0, 281, "Form", 7)
    sheet.text(20, 281, "W-2", 15, "Helvetica-Bold")
    sheet.text(62, 281, "Wage and Tax Statement", 10, "Helvetica-Bold")
    sheet.text(300, 282, str(w2.year), 17, "Helvetica-Bold", "middle")
    sheet.text(FORM_WIDTH, 279, "Department of the Treasury - Internal Revenue Service", 6, align="right")
    sheet.text(0, 292, COPIES[copy], 7, "Helvetica-Bold")


def money_boxes(label, put, w2, middle, right):
    """Fills boxes 1 to 10."""
    boxes = [
        ("1  Wages, tips, other compensation", "box_1", w2.wages),
        ("2  Federal income tax withheld", "box_2", w2.federal_tax),
        ("3  Social security wages", "box_3", w2.social_security_wages),
        ("4  Social security tax withheld", "box_4", w2.social_security_tax),
        ("5  Medicare wages and tips", "box_5", w2.social_security_wages),
        ("6  Medicare tax withheld", "box_6", w2.medicare_tax),
        ("7  Social security tips", "box_7", None),
        ("8  Allocated tips", "box_8", None),
        ("9", "box_9", None),
        ("10  Dependent care benefits", "box_10", None),
    ]
    for number, (text, name, value) in enumerate(boxes):
        x = middle if number % 2 == 0 else right
        y = 22 + 24 * (number // 2)
        label(x, y, text)
        if value is not None:
            put(name, x + 108, y + 20.5, 92, amount(value), "right")


def benefit_boxes(sheet, label, put, w2, middle, column_12):
    """Fills boxes 11 to 14."""
    sheet.rule(column_12, 142, column_12, 240)
    for row in range(4):
        y = 142 + row * 24.5
        if row:
            sheet.rule(column_12, y, FORM_WIDTH, y)
        label(column_12, y, "12" + "abcd"[row] + ("  See instructions for box 12" if row == 0 else ""))
        sheet.rule(column_12 + 30, y + 8, column_12 + 30, y + 24.5, 0.4)
        if row < len(w2.box_12):
            code, value = w2.box_12[row]
            put(f"box_12{'abcd'[row]}_code", column_12 + 12, y + 21, 18, code)
            put(f"box_12{'abcd'[row]}_amount", FORM_WIDTH - 7, y + 21, 74, amount(value), "right")
    label(middle, 142, "11  Nonqualified plans")
    sheet.rule(middle, 166, column_12, 166)
    label(middle, 166, "13")
    ticks = (
        ("Statutory", "employee", False),
        ("Retirement", "plan", w2.retirement_plan),
        ("Third-party", "sick pay", False),
    )
    for number, (first, second, ticked) in enumerate(ticks):
        x = middle + 14 + number * 36
        sheet.lines(x, 172, [first, second], 4.8)
        put(f"box_13_{first.lower()}", x + 7, 180, TICK_SIZE, ticked)
    sheet.rule(middle, 191, column_12, 191)
    label(middle, 191, "14  Other")
    for row, (text, value) in enumerate(w2.box_14):
        put(f"box_14_{row + 1}", middle + 8, 210 + row * 12, 104, f"{text}  {amount(value)}")


def state_boxes(sheet, label, put, w2):
    """Fills boxes 15 to 20."""
    sheet.rule(0, 240, FORM_WIDTH, 240)
    edges = (0, 32, 140, 240, 326, 412, 478)
    labels = (
        "15 State", "Employer's state ID number", "16 State wages, tips, etc.", "17 State income tax",
        "18 Local wages, tips, etc.", "19 Local income tax", "20 Locality name",
    )  # fmt: skip
    for x, text in zip(edges, labels):
        label(x, 240, text)
        if x not in (0, 32):
            sheet.rule(x, 240, x, 266)
    if w2.state:
        state, number, wages, tax = w2.state
        put("state", 6, 262, 18, state)
        put("state_id", 36, 262, 100, number)
        put("state_wages", 236, 262, 90, amount(wages), "right")
        put("state_tax", 322, 262, 78, amount(tax), "right")
