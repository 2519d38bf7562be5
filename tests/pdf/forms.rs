//! Live form fields: names, values, and the words they bring.

use super::building::{Building, assert_near, numbers, place, texts};
use loanfile::model::Source;
use loanfile::page::FormValue;
use loanfile::pdf::Layer;
use lopdf::{Dictionary, Object, dictionary};

/// Returns the layer of a page with one widget; `entries` complete it.
fn with_widget(entries: Dictionary, content: &str) -> Layer {
    let mut building = Building::new();
    add_widget(&mut building, entries, content);
    building.open().layer(1).unwrap()
}

fn add_widget(building: &mut Building, entries: Dictionary, content: &str) {
    let mut widget = dictionary! {
        "Type" => "Annot", "Subtype" => "Widget", "Rect" => numbers(&[100.0, 600.0, 300.0, 620.0]),
    };
    for (key, value) in entries.iter() {
        widget.set(key.clone(), value.clone());
    }
    let widget = building.add(widget);
    building.field(widget);
    building.page(content, dictionary! { "Annots" => vec![Object::Reference(widget)] });
}

fn text(value: &str) -> Object {
    Object::string_literal(value)
}

#[test]
fn a_value_that_nothing_draws_becomes_words() {
    let layer = with_widget(dictionary! { "FT" => "Tx", "T" => text("name"), "V" => text("Mary Poe") }, "");
    assert_eq!(texts(&layer), ["Mary", "Poe"]);
    assert!(layer.words.iter().all(|word| word.source == Source::Acroform && word.confidence.value() == 1.0));
    let (first, second) = (place(&layer, "Mary"), place(&layer, "Poe"));
    assert!(first.left >= 100.0 && first.right <= second.left && second.right < 300.0);
    assert!(first.top >= 172.0 && first.bottom <= 192.0);
    assert_eq!(layer.form_fields.len(), 1);
    assert_eq!(
        (layer.form_fields[0].name.as_str(), &layer.form_fields[0].value),
        ("name", &FormValue::Text("Mary Poe".into()))
    );
    assert_near(layer.form_fields[0].rect, [100.0, 172.0, 300.0, 192.0]);
}

#[test]
fn values_keep_to_their_side_and_their_lines() {
    let right = with_widget(dictionary! { "FT" => "Tx", "T" => text("a"), "V" => text("12.50"), "Q" => 2 }, "");
    assert!((place(&right, "12.50").right - 298.0).abs() < 1.0);
    let lines = dictionary! {
        "FT" => "Tx", "T" => text("a"), "V" => text("one two\rthree"), "Ff" => 4096,
        "Rect" => numbers(&[100.0, 560.0, 300.0, 620.0]), "DA" => text("/Helv 10 Tf 0 g"),
    };
    let lines = with_widget(lines, "");
    assert!(place(&lines, "three").top > place(&lines, "one").bottom - 1.0);
    assert!((place(&lines, "three").left - place(&lines, "one").left).abs() < 0.1);
}

#[test]
fn a_value_that_is_drawn_is_not_added_again() {
    let mut building = Building::new();
    let look = building.drawing("BT /F1 10 Tf 2 5 Td (Mary Poe) Tj ET", 200.0, 20.0);
    let field = dictionary! {
        "FT" => "Tx", "T" => text("name"), "V" => text("Mary Poe"), "AP" => dictionary! { "N" => look },
    };
    add_widget(&mut building, field.clone(), "");
    let drawn = building.open().layer(1).unwrap();
    assert_eq!(texts(&drawn), ["Mary", "Poe"]);
    assert!(drawn.words.iter().all(|word| word.source == Source::Acroform));

    let mut flat = field;
    flat.remove(b"AP");
    let printed = with_widget(flat, "BT /F1 10 Tf 102 605 Td (Mary Poe) Tj ET");
    assert_eq!(texts(&printed), ["Mary", "Poe"]);
    assert!(printed.words.iter().all(|word| word.source == Source::Acroform));
}

#[test]
fn letters_of_a_comb_are_one_word() {
    let mut building = Building::new();
    let letters: String = (0..9).map(|cell| format!("BT /F1 10 Tf {} 5 Td ({cell}) Tj ET ", 8 + 22 * cell)).collect();
    let look = building.drawing(&letters, 200.0, 20.0);
    let field = dictionary! {
        "FT" => "Tx", "T" => text("ssn"), "V" => text("012345678"), "Ff" => 1 << 24, "MaxLen" => 9,
        "AP" => dictionary! { "N" => look },
    };
    add_widget(&mut building, field, "");
    assert_eq!(texts(&building.open().layer(1).unwrap()), ["012345678"]);
    let undrawn =
        dictionary! { "FT" => "Tx", "T" => text("ssn"), "V" => text("012345678"), "Ff" => 1 << 24, "MaxLen" => 9 };
    let layer = with_widget(undrawn, "");
    assert_near(place(&layer, "012345678"), [100.0, 174.0, 300.0, 190.0]);
}

#[test]
fn names_and_values_come_from_the_parents_too() {
    let mut building = Building::new();
    let top = building.document.new_object_id();
    let middle = building.document.new_object_id();
    let widget = building.add(dictionary! {
        "Type" => "Annot", "Subtype" => "Widget", "Rect" => numbers(&[100.0, 600.0, 300.0, 620.0]), "Parent" => middle,
    });
    building.document.set_object(
        middle,
        dictionary! { "T" => text("wages"), "V" => text("84,250.00"), "Parent" => top, "Kids" => vec![widget.into()] },
    );
    building.document.set_object(top, dictionary! { "T" => text("w2"), "FT" => "Tx", "Kids" => vec![middle.into()] });
    // The form's own list is empty, as editors often leave it.
    building.page("", dictionary! { "Annots" => vec![Object::Reference(widget)] });
    let layer = building.open().layer(1).unwrap();
    assert_eq!(layer.form_fields[0].name, "w2.wages");
    assert_eq!(layer.form_fields[0].value, FormValue::Text("84,250.00".into()));
}

#[test]
fn values_in_other_encodings_and_choices_are_shown_as_people_see_them() {
    let wide: Vec<u8> = [0xfe, 0xff].into_iter().chain("Zoë".encode_utf16().flat_map(u16::to_be_bytes)).collect();
    let wide = Object::String(wide, lopdf::StringFormat::Hexadecimal);
    assert_eq!(texts(&with_widget(dictionary! { "FT" => "Tx", "T" => text("a"), "V" => wide }, "")), ["Zoë"]);
    let options =
        vec![Object::Array(vec![text("IL"), text("Illinois")]), Object::Array(vec![text("NJ"), text("Jersey")])];
    let choice = dictionary! { "FT" => "Ch", "T" => text("a"), "V" => text("NJ"), "Opt" => options };
    assert_eq!(texts(&with_widget(choice, "")), ["Jersey"]);
}

#[test]
fn hidden_fields_passwords_and_push_buttons_say_nothing() {
    let field = dictionary! { "FT" => "Tx", "T" => text("a"), "V" => text("secret") };
    for (name, flags) in [("hidden", ("F", 2)), ("not for viewing", ("F", 32)), ("password", ("Ff", 1 << 13))] {
        let mut field = field.clone();
        field.set(flags.0, flags.1);
        let layer = with_widget(field, "");
        assert_eq!(texts(&layer), Vec::<&str>::new(), "{name}");
        assert!(!format!("{layer:?}").contains("secret"), "{name}");
    }
    let push = with_widget(dictionary! { "FT" => "Btn", "T" => text("print"), "Ff" => 1 << 16 }, "");
    assert_eq!((push.form_fields.len(), push.check_boxes.len()), (0, 0));
}

#[test]
fn buttons_are_boxes_to_tick() {
    let button = |state: &str, value: Option<&str>| {
        let mut building = Building::new();
        let on = building.drawing("BT /F3 9 Tf 1 2 Td (4) Tj ET", 10.0, 10.0);
        let off = building.drawing("", 10.0, 10.0);
        let mut widget = dictionary! {
            "FT" => "Btn", "T" => text("single"), "AS" => state, "Rect" => numbers(&[100.0, 600.0, 110.0, 610.0]),
            "AP" => dictionary! { "N" => dictionary! { "Yes" => on, "Off" => off } },
        };
        if let Some(value) = value {
            widget.set("V", Object::Name(value.as_bytes().to_vec()));
        }
        // The page draws the box, the form draws the mark.
        add_widget(&mut building, widget, "100 600 10 10 re S");
        building.open().layer(1).unwrap()
    };
    for (state, value, ticked) in
        [("Yes", None, true), ("Off", None, false), ("Off", Some("Yes"), true), ("Off", Some("No"), false)]
    {
        let layer = button(state, value);
        assert_eq!(layer.check_boxes.len(), 1, "{state} {value:?}");
        let found = &layer.check_boxes[0];
        assert_eq!((found.ticked, found.source), (ticked, Source::Acroform), "{state} {value:?}");
        assert_eq!(layer.form_fields[0].value, FormValue::Checked(ticked));
        assert_eq!(texts(&layer), Vec::<&str>::new());
    }
}
