//! What is added to income that is not taxed.

use crate::income::case::StatedFact;
use crate::income::desk::Desk;
use crate::income::figure::Figure;
use crate::income::result::StreamKind;
use rust_decimal::Decimal;

/// How much of an amount is not taxed.
#[derive(Debug, Clone)]
pub(super) enum Untaxed {
    Nothing,
    Whole,
    /// So many dollars of it.
    Part(Box<Figure>),
}

/// Returns an amount with the guideline's percentage of its untaxed part added.
pub(super) fn grossed_up(desk: &Desk<'_>, gross: Figure, untaxed: Untaxed) -> Figure {
    let part = match untaxed {
        Untaxed::Nothing => return gross,
        Untaxed::Whole => gross.clone(),
        Untaxed::Part(part) => *part,
    };
    let percent = desk.percent("percent added to untaxed income", desk.rules.gross_up.percent, "gross_up");
    let added = part.percent("added to the untaxed part", percent);
    Figure::sum("with what is added to the untaxed part", [gross, added])
}

/// Returns how much of an amount a person says is not taxed; `None` when nobody said so.
pub(super) fn stated(desk: &Desk<'_>, kind: StreamKind, payer: &str, gross: &Figure) -> Option<Untaxed> {
    match desk.stated_truth(kind, payer, StatedFact::TaxFree) {
        Some(true) => return Some(Untaxed::Whole),
        Some(false) => return Some(Untaxed::Nothing),
        None => {}
    }
    let taxed = desk.stated_figure(kind, payer, StatedFact::TaxablePercent, "percent taxed")?;
    let rest = Figure::rule("the whole in percent", Decimal::ONE_HUNDRED, None).minus("percent not taxed", taxed);
    Some(Untaxed::Part(Box::new(gross.clone().percent("untaxed part", rest))))
}
