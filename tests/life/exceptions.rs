//! A package with four faults: what is found, that nothing of it leaves, and how each kind of resolution lets it go.

use super::{UNSIGNED, document, package, processed, set, settle, tasks};
use crate::support::Engine;
use loanfile::model::{DocumentId, EventType, ProcessingStatus, Resolution, TaskKind, TaskStatus};
use loanfile::ops::{self, TaskQuery, Verdict};
use loanfile::store::TenantSettings;

const AFFIDAVIT: &str = "OCCUPANCY AFFIDAVIT\n\
    Borrower: Lucasta Brindlewood\n\
    Property Address: 7 Ferrier Court, Basswood, ID 83999\n\
    Lender: Crestline Mutual Lending LLC\n\
    Loan Number: 60118842\n\
    Date: June 14, 2022\n\
    The undersigned, being duly sworn, states under penalty of perjury the occupancy of the property.\n\
    False statements about occupancy are a crime under federal law.";

const LICENSE: &str = "STATE OF MAINE\nDRIVER'S LICENSE\nLicense No.: 4417209\nName: CASPIAN R. HOLLISTER\n\
    Date of Birth: 12/01/1979\nIssue Date: 11/20/2014\nExpiration Date: 12/01/2020\nSex: M\nHeight: 6-01\nClass: C";

const MORTGAGE: &str = "MORTGAGE\nLoan No. 60118842\nDEFINITIONS\n\
    (A) \"Security Instrument\" means this document, dated June 14, 2022, together with all Riders to it.\n\
    (B) \"Borrower\" is Lucasta Brindlewood, an unmarried woman. Borrower is the mortgagor under this Security Instrument.\n\
    (C) \"Lender\" is Crestline Mutual Lending LLC, a limited liability company.\n\
    TRANSFER OF RIGHTS IN THE PROPERTY\n\
    UNIFORM COVENANTS. Borrower and Lender covenant and agree as follows:\n\
    IDAHO - Mortgage - Single Family - UNIFORM INSTRUMENT Form 3014 07/2021";

const RIDER: &str = "CONDOMINIUM RIDER\nLOAN #: 60118842\n\
    THIS CONDOMINIUM RIDER is made this 14th day of June, 2022, and is incorporated into and shall be deemed to amend\n\
    and supplement the Mortgage (the \"Security Instrument\") of the same date.\n\
    CONDOMINIUM COVENANTS. In addition to the covenants and agreements made in the Security Instrument,\n\
    Borrower and Lender further covenant and agree as follows:\n\
    MULTISTATE CONDOMINIUM RIDER - Single Family Form 3140 1/01";

/// Everything that a notary's block on the affidavit must hold, but for the notary's name.
const NOTARY: [(&str, &str); 5] = [
    ("borrower_signature", "true"),
    ("notary_state", "Idaho"),
    ("notary_county", "Alder"),
    ("notary_acknowledgment_date", "2022-06-14"),
    ("notary_signature", "true"),
];

/// What a person saw where the drawn page shows nothing.
fn seen(engine: &Engine, name: &str, values: &[(&str, &str)]) {
    values.iter().for_each(|(field, value)| set(engine, name, field, value));
}

fn faulty() -> Engine {
    let mut engine = processed(&[UNSIGNED, AFFIDAVIT, LICENSE, MORTGAGE]);
    engine.set(TenantSettings { allow_waivers: true, export_when_passed: true, ..TenantSettings::default() });
    seen(&engine, "L-1/2", &NOTARY);
    let signed = [
        ("rider_condominium", "true"),
        ("borrower_signature", "true"),
        ("notary_state", "Idaho"),
        ("notary_county", "Alder"),
        ("notary_acknowledgment_date", "2022-06-14"),
        ("notary_name", "Perrin Oakes"),
        ("notary_signature", "true"),
        ("notary_seal", "true"),
        ("notary_commission_expiration_date", "2026-01-09"),
    ];
    seen(&engine, "L-1/4", &signed);
    settle(&engine);
    engine
}

/// The findings that hold documents of the loan back, by the documents' places.
fn blocking(engine: &Engine) -> Vec<(usize, String)> {
    let documents = package(engine).documents;
    let of_document = |(place, document): (usize, &loanfile::views::DocumentView)| {
        let findings = document.validation.findings.iter().filter(|finding| finding.blocks());
        findings.map(|finding| (place + 1, finding.code.clone())).collect::<Vec<_>>()
    };
    documents.iter().enumerate().flat_map(of_document).collect()
}

fn exported(engine: &Engine) -> Vec<DocumentId> {
    let exported = |document: &loanfile::views::DocumentView| document.processing_status == ProcessingStatus::Exported;
    package(engine)
        .documents
        .iter()
        .filter(|document| exported(document))
        .map(|document| document.document_id)
        .collect()
}

fn finding(place: usize, code: &str) -> (usize, String) {
    (place, code.to_string())
}

#[test]
fn each_fault_is_found_holds_back_and_lets_go_when_resolved() {
    let engine = faulty();
    let id = |name: &str| document(&engine, name).document_id;
    assert_eq!(
        blocking(&engine),
        [
            finding(1, "signature_missing"),
            finding(2, "notary_incomplete"),
            finding(3, "document_expired"),
            finding(4, "rider_missing")
        ]
    );
    assert!(exported(&engine).is_empty());
    let open = tasks(&engine, Some(TaskStatus::Open));
    assert_eq!(open.iter().filter(|task| task.kind == TaskKind::Validation).count(), 4);

    // A value is corrected.
    set(&engine, "L-1/1", "donor_signature", "true");
    settle(&engine);
    assert_eq!(exported(&engine), [id("L-1/1")]);

    // A finding is waived.
    let query =
        TaskQuery { document: Some("L-1/3".to_string()), status: Some(TaskStatus::Open), ..TaskQuery::default() };
    let expired = ops::tasks(&engine.workspace, &engine.caller, &query, 10).unwrap();
    let expired = expired.iter().find(|task| task.kind == TaskKind::Validation).unwrap();
    let verdict = Verdict {
        resolution: Resolution::Waived,
        note: Some("renewal seen at closing".to_string()),
        resolved_by: None,
    };
    ops::resolve_task(&engine.workspace, &engine.caller, &expired.task_id.to_string(), &verdict).unwrap();
    settle(&engine);
    assert_eq!(exported(&engine), [id("L-1/1"), id("L-1/3")]);

    // The missing paper comes; it is unsigned itself until someone sees the signature.
    engine.ingest("L-1", "rider.pdf", &[RIDER]);
    engine.process();
    set(&engine, "L-1/5", "borrower_signature", "true");
    settle(&engine);
    assert!(exported(&engine).contains(&id("L-1/4")), "{:?}", blocking(&engine));

    // A corrected copy takes the place of the faulty one.
    engine.ingest("L-1", "again.pdf", &[&format!("{AFFIDAVIT}\nSigned again.")]);
    engine.process();
    seen(&engine, "L-1/6", &NOTARY);
    set(&engine, "L-1/6", "notary_name", "Perrin Oakes");
    settle(&engine);
    assert!(!document(&engine, "L-1/2").current_version);
    assert!(exported(&engine).contains(&id("L-1/6")), "{:?}", blocking(&engine));
    assert!(!exported(&engine).contains(&id("L-1/2")));
    let replaced =
        tasks(&engine, Some(TaskStatus::Resolved)).into_iter().filter(|task| task.document_id == id("L-1/2"));
    assert!(replaced.into_iter().any(|task| task.resolution == Some(Resolution::Superseded)));
    // Each version of a document leaves once; one that was corrected after it had left leaves again as its next one.
    let told = super::events(&engine).into_iter().filter(|(told, ..)| *told == EventType::DocumentExported);
    let pushed: Vec<String> = told.map(|(.., payload)| payload.to_string()).collect();
    let different: std::collections::BTreeSet<&String> = pushed.iter().collect();
    assert_eq!(different.len(), pushed.len(), "{pushed:?}");
    assert!(exported(&engine).iter().all(|id| pushed.iter().any(|payload| payload.contains(&id.to_string()))));
    settle(&engine);
    engine.process();
    let again = super::events(&engine).into_iter().filter(|(told, ..)| *told == EventType::DocumentExported);
    assert_eq!(again.count(), pushed.len(), "nothing leaves twice");
}
