//! Military pay by Form 1005: base pay, and entitlements that are not taxed.

use super::super::desk::Desk;
use super::super::draft::Draft;
use super::super::figure::Figure;
use super::super::result::StreamKind;
use super::job::{Job, is_form_1005};

/// Pay that is taxed.
const BASE: [&str; 2] = ["military_base_pay", "military_pro_pay"];

/// Entitlements that are not taxed.
const ENTITLEMENTS: [&str; 6] = [
    "military_rations",
    "military_flight_or_hazard",
    "military_clothing",
    "military_quarters",
    "military_overseas_or_combat",
    "military_variable_housing_allowance",
];

/// Returns the streams of a job in the forces; none for another job. The form gives amounts a month.
pub(super) fn streams(desk: &Desk<'_>, job: &Job<'_>) -> Vec<Draft> {
    let is_military =
        |sheet: &&super::super::sheet::Sheet<'_>| is_form_1005(**sheet) && sheet.figure(BASE[0]).is_some();
    let Some(form) = job.verifications.iter().find(is_military) else { return Vec::new() };
    let amounts = |fields: &[&str]| -> Vec<Figure> {
        fields.iter().filter_map(|field| form.figure(field)).filter(|figure| !figure.value.is_zero()).collect()
    };
    let base = Figure::sum("military pay a month", amounts(&BASE));
    let mut drafts = vec![Draft::new(StreamKind::MilitaryBase, &job.payer, "MONTHLY", base).under(&["base_pay"])];
    let entitlements = amounts(&ENTITLEMENTS);
    if !entitlements.is_empty() {
        let untaxed = Figure::sum("entitlements a month", entitlements);
        let rate = desk.percent("gross-up percent", desk.rules.gross_up.percent, "gross_up");
        let added = untaxed.clone().percent("gross-up of what is not taxed", rate);
        let amount = Figure::sum("entitlements with gross-up", [untaxed, added]);
        let draft = Draft::new(StreamKind::MilitaryEntitlement, &job.payer, "MONTHLY_GROSSED_UP", amount);
        drafts.push(draft.under(&["gross_up"]));
    }
    drafts
}
