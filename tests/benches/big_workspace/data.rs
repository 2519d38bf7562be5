//! Invented ids, moments and values: the same in every run.

use crate::random::Random;
use loanfile::library::FieldDefinition;
use loanfile::model::{Confidence, Source, Timestamp, ValueKind};
use std::time::Duration;
use uuid::Uuid;

/// The first moment: 2026-01-01.
pub const START: Timestamp = Timestamp::from_micros(1_767_225_600_000_000);

/// Over how long the loans come in.
pub const SPAN: Duration = Duration::from_secs(90 * 24 * 3600);

/// Where ids, numbers and words come from.
pub struct Data {
    /// Numbers that look random.
    pub random: Random,
    ids: u64,
}

impl Data {
    /// Starts anew.
    pub fn new() -> Self {
        Self { random: Random::new(20_260_101), ids: 0 }
    }

    /// Returns an id of version 7 that was made at a moment; later ones sort after earlier ones of that moment.
    pub fn id(&mut self, at: Timestamp) -> Uuid {
        self.ids += 1;
        let millis = u64::try_from(at.micros() / 1000).unwrap();
        Uuid::from_u64_pair(millis << 16 | 0x7000, 1 << 63 | self.ids << 20 | u64::from(self.random.below(1 << 20)))
    }

    /// Tells with a chance of so many in a thousand.
    pub fn chance(&mut self, of_thousand: u32) -> bool {
        self.random.below(1000) < of_thousand
    }

    /// Returns one of several.
    pub fn one_of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.random.below(u32::try_from(choices.len()).unwrap()) as usize]
    }

    /// Returns a moment up to so many seconds after another.
    pub fn within(&mut self, after: Timestamp, seconds: u32) -> Timestamp {
        after.plus(Duration::from_millis(u64::from(self.random.below(seconds.max(1) * 1000))))
    }

    /// Returns an amount in cents up to so many dollars.
    pub fn amount(&mut self, dollars: u32) -> String {
        format!("{}.{:02}", self.random.below(dollars), self.random.below(100))
    }

    /// Returns a person's name.
    pub fn name(&mut self) -> String {
        format!("{} {}", self.one_of(&FIRST), self.one_of(&LAST))
    }

    /// Returns a day as documents state it.
    pub fn day(&mut self) -> String {
        format!("2025-{:02}-{:02}", 1 + self.random.below(12), 1 + self.random.below(28))
    }

    /// Returns how sure a reading is, most of them very, by how the page was read.
    pub fn confidence(&mut self, source: Source) -> Confidence {
        let (least, doubtful) = if source == Source::Ocr { (0.82, 70) } else { (0.92, 12) };
        let share = self.random.share();
        if self.chance(doubtful) {
            return Confidence::new(0.35 + share * 0.45);
        }
        Confidence::new(least + (1.0 - least) * share.sqrt())
    }

    /// Returns a value of a field.
    pub fn value(&mut self, field: &FieldDefinition) -> String {
        if !field.choices.is_empty() {
            let count = u32::try_from(field.choices.len()).unwrap();
            return field.choices[self.random.below(count) as usize].value.clone();
        }
        self.value_of_kind(field.kind)
    }

    /// Returns a value of a kind.
    pub fn value_of_kind(&mut self, kind: ValueKind) -> String {
        match kind {
            ValueKind::Money => self.amount(12_000),
            ValueKind::Name | ValueKind::Signature => self.name(),
            ValueKind::Address => {
                format!("{} {} St, Springfield, IL 62704", 10 + self.random.below(9000), self.one_of(&LAST))
            }
            ValueKind::Date => self.day(),
            ValueKind::Year => format!("{}", 2023 + self.random.below(3)),
            ValueKind::Integer | ValueKind::Duration => self.random.below(400).to_string(),
            ValueKind::Percent => format!("{}.{:03}", self.random.below(20), self.random.below(1000)),
            ValueKind::Ssn => format!("900-{:02}-{:04}", 10 + self.random.below(80), self.random.below(10_000)),
            ValueKind::Ein => format!("{:02}-{:07}", 10 + self.random.below(80), self.random.below(10_000_000)),
            ValueKind::Phone => format!("217-555-{:04}", self.random.below(10_000)),
            ValueKind::Email => format!("{}@example.com", self.one_of(&LAST).to_lowercase()),
            ValueKind::AccountNumber => format!("{:010}", self.random.below(1_000_000_000)),
            ValueKind::Checkbox => if self.chance(500) { "true" } else { "false" }.to_string(),
            ValueKind::Text | ValueKind::Enum => format!("{} {}", self.one_of(&LAST), self.random.below(1000)),
        }
    }
}

const FIRST: [&str; 12] =
    ["Ada", "Boris", "Carla", "Dmitri", "Edna", "Faisal", "Grete", "Hugo", "Ines", "Jamal", "Kaori", "Lars"];
const LAST: [&str; 12] = [
    "Abernathy",
    "Bellweather",
    "Carrow",
    "Dunmore",
    "Eastlake",
    "Fairbanks",
    "Greenholt",
    "Hollis",
    "Ironside",
    "Juarez",
    "Kettering",
    "Lindqvist",
];
