//! Names over addresses: letterheads, addressees, blocks in a form.

use crate::support::{definition, drawn, value};
use loanfile::extract::{Extraction, extract};
use loanfile::library::DocumentType;

fn letter() -> DocumentType {
    definition(
        r#"
        sender_hints = ["BANK", "INC"]
        [[fields]]
        id = "sender"
        name = "Sender"
        kind = "name"
        find = ["letterhead"]
        part = "name"
        [[fields]]
        id = "sender_address"
        name = "Sender's address"
        kind = "address"
        find = ["letterhead"]
        part = "address"
        [[fields]]
        id = "first"
        name = "Addressee"
        kind = "name"
        find = ["addressee"]
        part = "name"
        shared = true
        [[fields]]
        id = "second"
        name = "Second addressee"
        kind = "name"
        find = ["addressee"]
        part = "second_name"
        shared = true
        [[fields]]
        id = "address"
        name = "Addressee's address"
        kind = "address"
        find = ["addressee"]
        part = "address""#,
    )
}

fn read(grid: &str) -> Extraction {
    extract(&[drawn(grid)], &letter())
}

const HEAD: &str = "
HARROWGATE BANK
400 Clocktower Square
Nettlebury, PA 17999


";

#[test]
fn a_letter_has_a_sender_and_an_addressee() {
    let found = read(&format!("{HEAD}\nMARGUERITE SOLBERGSON\n310 WEIR STREET\nNETTLEBURY PA 17999-0012\n"));
    assert_eq!(value(&found, "sender"), Some("HARROWGATE BANK"));
    assert_eq!(value(&found, "sender_address"), Some("400 Clocktower Square, Nettlebury, PA 17999"));
    assert_eq!(value(&found, "first"), Some("MARGUERITE SOLBERGSON"));
    assert_eq!(value(&found, "second"), None);
    assert_eq!(value(&found, "address"), Some("310 WEIR STREET, NETTLEBURY PA 17999-0012"));
}

#[test]
fn two_holders_stand_on_two_lines_or_on_one() {
    // (case, name lines, first, second)
    let cases = [
        ("two lines", "Marguerite Solbergson\nDesmond Solbergson", "Marguerite Solbergson", Some("Desmond Solbergson")),
        ("and", "Marguerite Solbergson and Desmond Kay", "Marguerite Solbergson", Some("Desmond Kay")),
        ("an ampersand", "Marguerite Solbergson & Desmond Kay", "Marguerite Solbergson", Some("Desmond Kay")),
        ("or", "SOLBERGSON MARGUERITE OR KAY DESMOND", "SOLBERGSON MARGUERITE", Some("KAY DESMOND")),
        ("one name with an ampersand", "Weir & Sons", "Weir & Sons", None),
        ("one person", "Marguerite T. Solbergson", "Marguerite T. Solbergson", None),
    ];
    for (case, names, first, second) in cases {
        let found = read(&format!("{HEAD}{names}\n310 Weir Street\nNettlebury, PA 17999"));
        assert_eq!(value(&found, "first"), Some(first), "{case}");
        assert_eq!(value(&found, "second"), second, "{case}");
        assert_eq!(value(&found, "address"), Some("310 Weir Street, Nettlebury, PA 17999"), "{case}");
    }
}

#[test]
fn addresses_are_one_line() {
    // (case, printed lines, value)
    let cases = [
        ("a box", "P.O. Box 66\nReedwater, MS 39599", "P.O. Box 66, Reedwater, MS 39599"),
        (
            "an apartment on the line",
            "77 Lantern Close Apt 3\nOldmoor, OH 44999",
            "77 Lantern Close Apt 3, Oldmoor, OH 44999",
        ),
        (
            "an apartment on its own line",
            "77 Lantern Close\nApt 3\nOldmoor, OH 44999",
            "77 Lantern Close Apt 3, Oldmoor, OH 44999",
        ),
        (
            "a suite and a long code",
            "88 Paddock Lane\nSuite 2\nFernridge ID 83699-1140",
            "88 Paddock Lane Suite 2, Fernridge ID 83699-1140",
        ),
        (
            "a city of three words",
            "1 Kiln Street\nSt. Alder-on-Sea, ME 04999",
            "1 Kiln Street, St. Alder-on-Sea, ME 04999",
        ),
        (
            "a plaza without a number",
            "One Clocktower Plaza\nNettlebury, PA 17999",
            "One Clocktower Plaza, Nettlebury, PA 17999",
        ),
        ("a military address", "PSC 3 Box 4410\nAPO, AE 09399", "PSC 3 Box 4410, APO, AE 09399"),
    ];
    for (case, lines, expected) in cases {
        let found = read(&format!("{HEAD}Marguerite Solbergson\n{lines}"));
        assert_eq!(value(&found, "address"), Some(expected), "{case}");
        assert_eq!(value(&found, "first"), Some("Marguerite Solbergson"), "{case}");
    }
}

#[test]
fn the_sender_is_known_by_a_hint_wherever_it_stands() {
    let found = read(
        "
                                              Marguerite Solbergson
                                              310 Weir Street
                                              Nettlebury, PA 17999

BRAMBLEWICK FOUNDRY INC
1600 Cinder Avenue
Oldmoor, OH 44999
",
    );
    assert_eq!(value(&found, "sender"), Some("BRAMBLEWICK FOUNDRY INC"));
    assert_eq!(value(&found, "first"), Some("Marguerite Solbergson"));
}

#[test]
fn a_hint_is_a_whole_word() {
    let found = read(
        "
Prince Embankment
310 Weir Street
Nettlebury, PA 17999


Harrowgate Bank
400 Clocktower Square
Nettlebury, PA 17999
",
    );
    assert_eq!(value(&found, "sender"), Some("Harrowgate Bank"), "BANK is in EMBANKMENT, INC in PRINCE");
    assert_eq!(value(&found, "first"), Some("Prince Embankment"));
}

#[test]
fn blocks_side_by_side_do_not_mix() {
    let found = read(
        "
Harrowgate Bank                                Marguerite Solbergson
400 Clocktower Square                          310 Weir Street
Nettlebury, PA 17999                           Nettlebury, PA 17998
",
    );
    assert_eq!(value(&found, "sender_address"), Some("400 Clocktower Square, Nettlebury, PA 17999"));
    assert_eq!(value(&found, "address"), Some("310 Weir Street, Nettlebury, PA 17998"));
}

#[test]
fn a_sender_in_large_type_needs_no_address() {
    let mut page = drawn("Quillback Tool Works\n\nYour statement of today, in small type and many words.");
    for word in page.words.iter_mut().take(3) {
        word.size = 18.0;
    }
    assert_eq!(value(&extract(&[page], &letter()), "sender"), Some("Quillback Tool Works"));
}

#[test]
fn prose_is_no_address() {
    let found = read("We moved to Nettlebury in 2019.\nThe code of our town, PA 17999, is on the envelope.\n");
    assert_eq!(value(&found, "address"), None);
    assert_eq!(value(&found, "first"), None);
}

#[test]
fn a_block_in_a_form_parts_name_and_address() {
    let form = definition(
        r#"
        ignored = ["Last name"]
        [[fields]]
        id = "name"
        name = "Name"
        kind = "name"
        labels = ["c Employer's name, address, and ZIP code"]
        find = ["block"]
        part = "name"
        [[fields]]
        id = "address"
        name = "Address"
        kind = "address"
        labels = ["c Employer's name, address, and ZIP code"]
        find = ["block"]
        part = "address""#,
    );
    let boxed = "
┌──────────────────────────────────────────┬───────────┐
│ c Employer's name, address, and ZIP code │ 1 Wages   │
│   Quillback Tool Works LLC               │  1,200.00 │
│   418 Tannery Row                        ├───────────┤
│   Port Ellery, WA 98399                  │ 3 Tips    │
└──────────────────────────────────────────┴───────────┘
";
    let empty = "
┌──────────────────────────────────────────┬───────────┐
│ c Employer's name, address, and ZIP code │ 1 Wages   │
│                                          │  1,200.00 │
└──────────────────────────────────────────┴───────────┘
";
    let found = extract(&[drawn(boxed)], &form);
    assert_eq!(value(&found, "name"), Some("Quillback Tool Works LLC"));
    assert_eq!(value(&found, "address"), Some("418 Tannery Row, Port Ellery, WA 98399"));
    let found = extract(&[drawn(empty)], &form);
    assert_eq!((value(&found, "name"), value(&found, "address")), (None, None), "an empty box");
}
