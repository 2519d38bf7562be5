//! Warnings while a stream is computed, and lines that may be blank.

use super::figure::Figure;
use super::result::Severity;
use super::sheet::{Sheet, SheetRow};
use crate::model::DocumentId;

/// A kind of warning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "each is described by its code and its severity")]
pub(super) enum Code {
    LineAssumedZero,
    LowConfidenceInput,
    DocTooOld,
    PaystubBeforeApplicationWindow,
    PaystubNoYtd,
    W2NotMostRecent,
    TaxReturnYearMissing,
    StatementGap,
    StatementUnbalanced,
    YtdDateFallback,
    YtdBelowBase,
    YtdAboveBase,
    YtdBelowW2,
    YtdAboveW2,
    W2AndReturnDiffer,
    PayFrequencyUnknown,
    PayFrequencyAmbiguous,
    EarningsUnnamed,
    EmploymentEnded,
    EmploymentGap,
    OnLeave,
    IncomeDeclining,
    IncomeDeclined,
    IncomeIncreaseUnusual,
    HistoryTooShort,
    ContinuanceNotMet,
    ContinuanceUnknown,
    ReceiptNotShown,
    TaxablePartUnknown,
    NotRecurring,
    LiquidityNotSupported,
    LiquidityByInventory,
    OwnershipUnknown,
    OwnershipTooSmall,
    MileageAndActualConflict,
    MileageYearUnknown,
    Meals100PctYear,
    BusinessClosed,
    BusinessReturnMissing,
    PlBelowReturn,
    PitiaUnknown,
    RentalDaysUnknown,
    LeaseNotBacked,
    LeaseEnded,
    RentalNotEligible,
    PitiaEstimated,
    NegativeRental,
    LargeDeposit,
    Overdrafts,
    DepositLeftOut,
    DepositsNotListed,
    CountedElsewhere,
    ManualUnderwriting,
    BorrowerUnknown,
    ValuesContradict,
    OverrideUnmatched,
    NotComputed,
    IncludedByPerson,
    ExcludedByPerson,
    CappedAtStated,
}

impl Code {
    /// Returns the code in answers and how grave it is.
    pub fn described(self) -> (&'static str, Severity) {
        use Severity::{High, Low, Medium};
        match self {
            Self::LineAssumedZero => ("LINE_ASSUMED_ZERO", Low),
            Self::LowConfidenceInput => ("LOW_CONFIDENCE_INPUT", Medium),
            Self::DocTooOld => ("DOC_TOO_OLD", Medium),
            Self::PaystubBeforeApplicationWindow => ("PAYSTUB_BEFORE_APPLICATION_WINDOW", Medium),
            Self::PaystubNoYtd => ("PAYSTUB_NO_YTD", Medium),
            Self::W2NotMostRecent => ("W2_NOT_MOST_RECENT", Medium),
            Self::TaxReturnYearMissing => ("TAX_RETURN_YEAR_MISSING", Medium),
            Self::StatementGap => ("STATEMENT_GAP", Medium),
            Self::StatementUnbalanced => ("STATEMENT_UNBALANCED", Medium),
            Self::YtdDateFallback => ("YTD_DATE_FALLBACK", Low),
            Self::YtdBelowBase => ("YTD_BELOW_BASE", High),
            Self::YtdAboveBase => ("YTD_ABOVE_BASE", Medium),
            Self::YtdBelowW2 => ("YTD_BELOW_W2", High),
            Self::YtdAboveW2 => ("YTD_ABOVE_W2", Low),
            Self::W2AndReturnDiffer => ("W2_AND_RETURN_DIFFER", Medium),
            Self::PayFrequencyUnknown => ("PAY_FREQUENCY_UNKNOWN", High),
            Self::PayFrequencyAmbiguous => ("PAY_FREQUENCY_AMBIGUOUS", Medium),
            Self::EarningsUnnamed => ("EARNINGS_UNNAMED", Medium),
            Self::EmploymentEnded => ("EMPLOYMENT_ENDED", High),
            Self::EmploymentGap => ("EMPLOYMENT_GAP", Medium),
            Self::OnLeave => ("ON_LEAVE", Medium),
            Self::IncomeDeclining => ("INCOME_DECLINING", High),
            Self::IncomeDeclined => ("INCOME_DECLINED", Medium),
            Self::IncomeIncreaseUnusual => ("INCOME_INCREASE_UNUSUAL", Low),
            Self::HistoryTooShort => ("HISTORY_TOO_SHORT", High),
            Self::ContinuanceNotMet => ("CONTINUANCE_NOT_MET", High),
            Self::ContinuanceUnknown => ("CONTINUANCE_UNKNOWN", Medium),
            Self::ReceiptNotShown => ("RECEIPT_NOT_SHOWN", Medium),
            Self::TaxablePartUnknown => ("TAXABLE_PART_UNKNOWN", Low),
            Self::NotRecurring => ("NOT_RECURRING", High),
            Self::LiquidityNotSupported => ("LIQUIDITY_NOT_SUPPORTED", High),
            Self::LiquidityByInventory => ("LIQUIDITY_BY_INVENTORY", Medium),
            Self::OwnershipUnknown => ("OWNERSHIP_UNKNOWN", High),
            Self::OwnershipTooSmall => ("OWNERSHIP_TOO_SMALL", Medium),
            Self::MileageAndActualConflict => ("MILEAGE_AND_ACTUAL_CONFLICT", Medium),
            Self::MileageYearUnknown => ("MILEAGE_YEAR_UNKNOWN", High),
            Self::Meals100PctYear => ("MEALS_100PCT_YEAR", Low),
            Self::BusinessClosed => ("BUSINESS_CLOSED", High),
            Self::BusinessReturnMissing => ("BUSINESS_RETURN_MISSING", Medium),
            Self::PlBelowReturn => ("PL_BELOW_RETURN", High),
            Self::PitiaUnknown => ("PITIA_UNKNOWN", High),
            Self::RentalDaysUnknown => ("RENTAL_DAYS_UNKNOWN", Low),
            Self::LeaseNotBacked => ("LEASE_NOT_BACKED", Medium),
            Self::LeaseEnded => ("LEASE_ENDED", High),
            Self::RentalNotEligible => ("RENTAL_NOT_ELIGIBLE", High),
            Self::PitiaEstimated => ("PITIA_ESTIMATED", Medium),
            Self::NegativeRental => ("NEGATIVE_RENTAL", Medium),
            Self::LargeDeposit => ("LARGE_DEPOSIT", Medium),
            Self::Overdrafts => ("OVERDRAFTS", Medium),
            Self::DepositLeftOut => ("DEPOSIT_LEFT_OUT", Low),
            Self::DepositsNotListed => ("DEPOSITS_NOT_LISTED", Medium),
            Self::CountedElsewhere => ("COUNTED_ELSEWHERE", Low),
            Self::ManualUnderwriting => ("MANUAL_UNDERWRITING", High),
            Self::BorrowerUnknown => ("BORROWER_UNKNOWN", Medium),
            Self::ValuesContradict => ("VALUES_CONTRADICT", Medium),
            Self::OverrideUnmatched => ("OVERRIDE_UNMATCHED", Medium),
            Self::NotComputed => ("NOT_COMPUTED", High),
            Self::IncludedByPerson => ("INCLUDED_BY_PERSON", Medium),
            Self::ExcludedByPerson => ("EXCLUDED_BY_PERSON", Low),
            Self::CappedAtStated => ("CAPPED_AT_STATED", Low),
        }
    }
}

/// A warning in the making.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Note {
    pub code: Code,
    pub message: String,
    pub document: Option<DocumentId>,
    pub line: Option<String>,
}

/// The warnings of a stream, in the order in which they were met.
#[derive(Debug, Clone, Default)]
pub(super) struct Notes {
    notes: Vec<Note>,
}

impl Notes {
    /// Adds a warning.
    pub fn warn(&mut self, code: Code, message: impl Into<String>) {
        self.add(Note { code, message: message.into(), document: None, line: None });
    }

    /// Adds a warning about a paper.
    pub fn warn_of(&mut self, code: Code, sheet: Sheet<'_>, message: impl Into<String>) {
        self.add(Note { code, message: message.into(), document: Some(sheet.document()), line: None });
    }

    /// Adds a warning about a line of a paper.
    pub fn warn_line(&mut self, code: Code, document: DocumentId, line: Option<String>, message: impl Into<String>) {
        self.add(Note { code, message: message.into(), document: Some(document), line });
    }

    /// Adds what another piece of the work met.
    pub fn extend(&mut self, other: Self) {
        for note in other.notes {
            self.add(note);
        }
    }

    pub fn into_notes(self) -> Vec<Note> {
        self.notes
    }

    pub fn contains(&self, code: Code) -> bool {
        self.notes.iter().any(|note| note.code == code)
    }

    /// Returns the figure of a line that counts; one that was not read is zero, and a warning names it.
    pub fn line(&mut self, sheet: Sheet<'_>, field: &str) -> Figure {
        sheet.figure(field).unwrap_or_else(|| self.assumed_zero(sheet, field))
    }

    /// The same for the cell of a table's row.
    pub fn cell(&mut self, row: SheetRow<'_>, column: &str) -> Figure {
        row.figure(column).unwrap_or_else(|| self.assumed_zero(row.sheet(), &row.field(column)))
    }

    fn assumed_zero(&mut self, sheet: Sheet<'_>, field: &str) -> Figure {
        let line = sheet.line(field);
        let label = sheet.label(field);
        let message = format!("{label} was not read on {} and is taken as zero", sheet.title());
        self.add(Note { code: Code::LineAssumedZero, message, document: Some(sheet.document()), line: line.clone() });
        Figure::assumed_zero(label, sheet.document(), sheet.field_id(field), line)
    }

    /// The same warning twice says no more than once.
    fn add(&mut self, note: Note) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }
}
