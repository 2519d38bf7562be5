"""A page to draw on, measured in points from the top left corner, and the printed forms of values."""

import subprocess
from decimal import Decimal

from reportlab.lib.pagesizes import letter
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

WIDTH, HEIGHT = letter
CENT = Decimal("0.01")


def register_fonts():
    """Makes Liberation Sans known, for the papers whose software embeds its fonts."""
    for name, style in (("Sans", "Regular"), ("Sans-Bold", "Bold")):
        pattern = f"Liberation Sans:style={style}"
        path = subprocess.run(["fc-match", "-f", "%{file}", pattern], check=True, capture_output=True, text=True).stdout
        pdfmetrics.registerFont(TTFont(name, path))


def cents(value):
    """Rounds an amount to whole cents."""
    return Decimal(value).quantize(CENT)


def amount(value):
    """Returns an amount as papers print it: 1,234.50."""
    return f"{cents(value):,.2f}"


def plain(value):
    """Returns an amount in its canonical form: 1234.50."""
    return f"{cents(value):.2f}"


def address(lines):
    """Returns printed address lines in their canonical form."""
    return ", ".join(lines)


class Sheet:
    """One page of a canvas, or a part of it moved and scaled."""

    def __init__(self, canvas, left=0.0, top=0.0, scale=1.0):
        self.canvas, self.left, self.top, self.scale = canvas, left, top, scale

    def at(self, x, y):
        """Returns the place in the canvas of a place on the sheet."""
        return self.left + x * self.scale, HEIGHT - self.top - y * self.scale

    def text(self, x, y, text, size=9.0, font="Helvetica", align="left"):
        """Writes one line with its baseline at y."""
        self.canvas.setFont(font, size * self.scale)
        draw = {
            "left": self.canvas.drawString,
            "right": self.canvas.drawRightString,
            "middle": self.canvas.drawCentredString,
        }[align]
        draw(*self.at(x, y), text)

    def lines(self, x, y, lines, size=9.0, font="Helvetica", leading=1.25):
        """Writes lines one below the other."""
        for number, line in enumerate(lines):
            self.text(x, y + number * size * leading, line, size, font)

    def rule(self, x0, y0, x1, y1, width=0.6, dash=None):
        """Draws a straight line."""
        self.canvas.setLineWidth(width * self.scale)
        self.canvas.setDash(dash or [])
        self.canvas.line(*self.at(x0, y0), *self.at(x1, y1))
        self.canvas.setDash([])

    def box(self, x, y, width, height, line=0.6, fill=None):
        """Draws a rectangle, filled with a gray from 0 to 1 when one is given."""
        left, bottom = self.at(x, y + height)
        self.canvas.setLineWidth(line * self.scale)
        if fill is not None:
            self.canvas.setFillGray(fill)
        stroke = 1 if line else 0
        self.canvas.rect(left, bottom, width * self.scale, height * self.scale, stroke=stroke, fill=fill is not None)
        self.canvas.setFillGray(0)

    def white(self, x, y, text, size, font="Helvetica-Bold", align="left"):
        """Writes white text, for dark bars."""
        self.canvas.setFillGray(1)
        self.text(x, y, text, size, font, align)
        self.canvas.setFillGray(0)
