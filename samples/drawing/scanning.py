"""Turns drawn pages into pages of a scanner: images only, slightly crooked and dirty."""

import io
import random
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageChops, ImageFilter
from reportlab.lib.pagesizes import letter
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFImageXObject, PDFName, PDFStream

DOTS_PER_INCH = 200
STRIP_OFFSETS, ROWS_PER_STRIP, PHOTOMETRIC, STRIP_BYTES = 273, 278, 262, 279


@dataclass
class Scan:
    """How the scanner saw a page."""

    seed: int
    skew_degrees: float = 0.0
    bilevel: bool = False
    quarter_turns: int = 0
    toner: float = 1.0


def rendered(pdf):
    """Returns the pages of a PDF as gray images."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "drawn.pdf"
        path.write_bytes(pdf)
        subprocess.run(
            ["pdftoppm", "-r", str(DOTS_PER_INCH), "-gray", str(path), str(path.with_suffix(""))], check=True
        )
        return [Image.open(io.BytesIO(page.read_bytes())) for page in sorted(Path(folder).glob("drawn-*.pgm"))]


def scanned(image, scan):
    """Returns the image as the scanner delivers it."""
    chance = random.Random(scan.seed)
    image = image.rotate(scan.skew_degrees, Image.Resampling.BICUBIC, fillcolor=255)
    image = image.filter(ImageFilter.GaussianBlur(0.6))
    image = image.point(lambda level: 255 - round((255 - level) * scan.toner))
    noise = Image.frombytes("L", image.size, chance.randbytes(image.width * image.height))
    noise = noise.filter(ImageFilter.GaussianBlur(0.8)).point(lambda level: 128 + (level - 128) // 3)
    image = ImageChops.add(image, noise, 1, -132)
    if scan.bilevel:
        image = speckled(image, chance).point(lambda level: 255 if level > 150 else 0).convert("1")
    for _ in range(scan.quarter_turns):
        image = image.transpose(Image.Transpose.ROTATE_90)
    return image


def speckled(image, chance):
    """Adds the dust of a bilevel scan."""
    for _ in range(90):
        x, y = chance.randrange(image.width - 3), chance.randrange(image.height - 3)
        image.paste(chance.choice((0, 255)), (x, y, x + chance.randrange(1, 3), y + chance.randrange(1, 3)))
    return image


class ScanImage(PDFImageXObject):
    """An image of one page: CCITT group 4 when bilevel, JPEG otherwise."""

    def __init__(self, name, image):
        super().__init__(name)
        self.width, self.height = image.size
        self.is_bilevel = image.mode == "1"
        self.black_is_1 = False
        self.streamContent = self.group_4(image) if self.is_bilevel else self.jpeg(image)

    def group_4(self, image):
        """Returns the bare fax data of a bilevel image."""
        file = io.BytesIO()
        image.save(file, "TIFF", compression="group4", tiffinfo={ROWS_PER_STRIP: image.height})
        tags = Image.open(file).tag_v2
        self.black_is_1 = tags[PHOTOMETRIC] == 1
        (offset,), (length,) = tags[STRIP_OFFSETS], tags[STRIP_BYTES]
        return file.getvalue()[offset : offset + length]

    @staticmethod
    def jpeg(image):
        """Returns the image as JPEG."""
        file = io.BytesIO()
        image.save(file, "JPEG", quality=52, optimize=True)
        return file.getvalue()

    def format(self, document):
        """Writes the image object."""
        stream = PDFStream(content=self.streamContent)
        entries = stream.dictionary
        entries["Type"], entries["Subtype"] = PDFName("XObject"), PDFName("Image")
        entries["Width"], entries["Height"] = self.width, self.height
        entries["ColorSpace"] = PDFName("DeviceGray")
        entries["BitsPerComponent"] = 1 if self.is_bilevel else 8
        entries["Filter"] = PDFArray([PDFName("CCITTFaxDecode" if self.is_bilevel else "DCTDecode")])
        if self.is_bilevel:
            black_is_1 = "true" if self.black_is_1 else "false"
            parameters = {"K": -1, "Columns": self.width, "Rows": self.height, "BlackIs1": black_is_1}
            entries["DecodeParms"] = PDFArray([PDFDictionary(parameters)])
        entries["Length"] = len(self.streamContent)
        return stream.format(document)


def add_scanned_page(canvas, image, hidden_text=()):
    """Adds a page that is the image, with lines of invisible text over it."""
    width, height = letter if image.height > image.width else letter[::-1]
    canvas.setPageSize((width, height))
    name = f"scan{canvas.getPageNumber()}"
    reference = canvas._doc.getXObjectName(name)
    picture = ScanImage(name, image)
    canvas._setXObjects(picture)
    canvas._doc.Reference(picture, reference)
    canvas._doc.addForm(name, picture)
    canvas._code.append(f"q {width:g} 0 0 {height:g} 0 0 cm /{reference} Do Q")
    canvas._formsinuse.append(name)
    canvas._currentPageHasImages = 1
    if hidden_text:
        text = canvas.beginText(50, height - 60)
        text.setFont("Helvetica", 9, 14)
        text.setTextRenderMode(3)
        text.textLines(hidden_text)
        canvas.drawText(text)
    canvas.showPage()
    canvas.setPageSize(letter)
