//! Where a value stands, and which part of what stands there it is.

use serde::{Deserialize, Serialize};

/// Where a value stands with regard to its label.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Relation {
    /// To the right on the same line.
    Right,
    /// Under the label, in its column.
    Below,
    /// In the ruled box that holds the label.
    Cell,
    /// Above the label, as under a signature line.
    Above,
    /// In the row that the label names, under one of `columns`.
    Row,
    /// In the column that the label names, beside one of `columns` (a table lying on its side).
    Column,
    /// On the line under a line of one-word labels, the word whose number is the label's: `FILE DEPT.` over `3635 647`.
    InTurn,
    /// The check box nearest to the label; for an enum the ticked one of those beside its choices' words.
    CheckBox,
    /// The check boxes marked Yes and No to the right of a question.
    YesNo,
    /// The name or address block that stands in or under the label's place.
    Block,
    /// A name or address block without a label: the sender at the top of the page.
    Letterhead,
    /// A name or address block without a label: the one it is sent to.
    Addressee,
    /// The label itself, when it is printed, is the value (an enum's word in a title).
    Itself,
    /// In running text, at the place that one of `sentences` leaves open.
    Sentence,
    /// Anywhere on the page, by shape alone.
    Anywhere,
    /// The earliest of several dates on the page: on a card that is the holder's birth.
    Earliest,
    /// The latest of several dates on the page: on a card that is the end of its validity.
    Latest,
    /// Behind the label in running text, over the ends of lines, to the first of `until` or the end of the sentence.
    /// A label with a colon is found only where the colon is printed. Of persons joined by `and` the parts `name` and
    /// `second_name` are taken.
    Following,
    /// All the lines under the label, over paragraphs, to the line that begins with one of `until`.
    Passage,
    /// The name printed under a closing phrase and the room for a signature, with the part `last` the title under it.
    Closing,
    /// The date beside a signature whose signer the label names; with the part `last` that of the second such signer.
    Signed,
    /// A name with one of the type's sender hints, anywhere on the page.
    Hinted,
    /// In the line in magnetic ink at the foot of a check; the part tells which of its numbers.
    MagneticInk,
    /// The name before the label on its line, or over it, as in `John A. Doe - Borrower` under the rule of a signature;
    /// with the part `second_name` the second such name of the document.
    Before,
    /// The title of the paper: the largest type near the top of the page.
    Title,
}

/// Which part of what stands at a place is the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// All of it.
    #[default]
    Whole,
    /// The first of two: the start of a period.
    First,
    /// The last of two: the end of a period.
    Last,
    /// The end of a period, or the one date of a label that names the end alone.
    EndOfPeriod,
    /// The name lines of a block.
    Name,
    /// The second name of a block.
    SecondName,
    /// The address lines of a block.
    Address,
    /// What stands before the first comma: a person, when the firm follows.
    BeforeComma,
    /// What stands behind the first comma.
    AfterComma,
    /// The number that stands before the word for years.
    Years,
    /// The number that stands before the word for months.
    Months,
    /// The first of several given names.
    GivenName,
    /// The given names after the first.
    MiddleNames,
    /// Everything on the line, also what stands further apart: the periods of a request.
    Line,
    /// The routing number of a line in magnetic ink.
    RoutingNumber,
    /// The account number of a line in magnetic ink.
    AccountNumber,
    /// The check's own number of a line in magnetic ink.
    CheckNumber,
}
