//! Addresses as papers write them: abbreviated or not, with or without unit, city and ZIP.
//!
//! Invariant: two addresses differ only by what both state: number, street, unit, ZIP. A part that one of them lacks
//! is no difference.

/// Words and what they are shortened to.
const SHORT: [(&str, &str); 46] = [
    ("STREET", "ST"),
    ("AVENUE", "AVE"),
    ("AV", "AVE"),
    ("ROAD", "RD"),
    ("DRIVE", "DR"),
    ("LANE", "LN"),
    ("COURT", "CT"),
    ("CIRCLE", "CIR"),
    ("BOULEVARD", "BLVD"),
    ("PLACE", "PL"),
    ("TERRACE", "TER"),
    ("PARKWAY", "PKWY"),
    ("HIGHWAY", "HWY"),
    ("SQUARE", "SQ"),
    ("TRAIL", "TRL"),
    ("NORTH", "N"),
    ("SOUTH", "S"),
    ("EAST", "E"),
    ("WEST", "W"),
    ("NORTHEAST", "NE"),
    ("NORTHWEST", "NW"),
    ("SOUTHEAST", "SE"),
    ("SOUTHWEST", "SW"),
    ("MOUNT", "MT"),
    ("SAINT", "ST"),
    ("FORT", "FT"),
    ("POINT", "PT"),
    ("CROSSING", "XING"),
    ("EXPRESSWAY", "EXPY"),
    ("TURNPIKE", "TPKE"),
    ("RIDGE", "RDG"),
    ("HEIGHTS", "HTS"),
    ("SPRINGS", "SPGS"),
    ("VALLEY", "VLY"),
    ("VILLAGE", "VLG"),
    ("GARDENS", "GDNS"),
    ("GROVE", "GRV"),
    ("HARBOR", "HBR"),
    ("JUNCTION", "JCT"),
    ("LANDING", "LNDG"),
    ("MEADOWS", "MDWS"),
    ("ESTATES", "ESTS"),
    ("FOREST", "FRST"),
    ("CENTER", "CTR"),
    ("FIRST", "1ST"),
    ("SECOND", "2ND"),
];
/// Words before the number of a unit.
const UNITS: [&str; 9] = ["UNIT", "APT", "APARTMENT", "STE", "SUITE", "NO", "RM", "ROOM", "CONDO"];

/// An address in the parts that are compared.
#[derive(Debug, PartialEq, Eq)]
struct Address {
    number: Option<String>,
    unit: Option<String>,
    zip: Option<String>,
    street: Vec<String>,
}

/// Tells whether two addresses can be those of one place.
pub fn same_address(a: &str, b: &str) -> bool {
    let (a, b) = (address(a), address(b));
    let differ = |a: &Option<String>, b: &Option<String>| matches!((a, b), (Some(a), Some(b)) if a != b);
    !differ(&a.number, &b.number)
        && !differ(&a.unit, &b.unit)
        && !differ(&a.zip, &b.zip)
        && same_street(&a.street, &b.street)
}

/// Tells whether one street has no word that the other lacks: a direction or a kind of street may be left out, but not
/// be another.
fn same_street(a: &[String], b: &[String]) -> bool {
    let within = |short: &[String], long: &[String]| short.iter().all(|word| long.contains(word));
    within(a, b) || within(b, a) || a.concat() == b.concat()
}

fn address(text: &str) -> Address {
    // The street ends at the first comma; what follows is the unit, the city, the state and the ZIP.
    let upper = text.to_uppercase().replace('#', " UNIT ");
    let parts: Vec<Vec<String>> = upper.split([',', '\n']).map(words).filter(|part| !part.is_empty()).collect();
    let zip = parts.iter().skip(1).flatten().rev().find_map(|word| zip(word));
    let zip = zip.or_else(|| parts.first()?.iter().skip(1).rev().find_map(|word| self::zip(word)));
    let mut street = parts.first().cloned().unwrap_or_default();
    let mut unit = take_unit(&mut street);
    for part in parts.iter().skip(1) {
        unit = unit.or_else(|| take_unit(&mut part.clone()));
    }
    let numbered = street.first().is_some_and(|word| word.starts_with(|letter: char| letter.is_ascii_digit()));
    let number = numbered.then(|| street.remove(0));
    if parts.len() == 1 {
        // Without commas the street cannot be told from the city: only its first word of a name is compared.
        let name = street.iter().position(|word| word.chars().count() > 2).unwrap_or(0);
        street = street.into_iter().skip(name).take(1).collect();
    }
    Address { number, unit, zip, street }
}

fn words(part: &str) -> Vec<String> {
    part.split(|letter: char| !(letter.is_alphanumeric() || letter == '-'))
        .map(|word| word.trim_matches('-'))
        .filter(|word| !word.is_empty())
        .map(|word| SHORT.iter().find(|(long, _)| *long == word).map_or(word, |(_, short)| short).to_string())
        .collect()
}

/// Takes the unit with its word out of the words.
fn take_unit(words: &mut Vec<String>) -> Option<String> {
    let place = words.iter().position(|word| UNITS.contains(&word.as_str()))?;
    let unit = words.get(place + 1).filter(|word| word.chars().count() <= 6).cloned()?;
    words.truncate(place);
    let unit: String = unit.chars().filter(|letter| *letter != '-').collect();
    Some(unit.trim_start_matches('0').to_string())
}

fn zip(word: &str) -> Option<String> {
    let five: String = word.chars().take(5).collect();
    let plain = five.len() == 5 && five.chars().all(|letter| letter.is_ascii_digit());
    (plain && (word.len() == 5 || word.len() == 9 || word.len() == 10)).then_some(five)
}
