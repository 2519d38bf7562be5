//! The tests that a rule or a condition makes of a value.

use super::{Condition, FieldRule, Operand};

/// One test of a value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ValueTest<'c> {
    /// It is this.
    Equals(&'c Operand),
    /// It is anything but this.
    NotEquals(&'c Operand),
    /// It is one of these.
    OneOf(&'c [String]),
    /// It is no less.
    AtLeast(&'c Operand),
    /// It is no more.
    AtMost(&'c Operand),
}

impl ValueTest<'_> {
    /// Returns what it compares with, where that is one thing.
    pub fn operand(&self) -> Option<&Operand> {
        match self {
            Self::Equals(operand) | Self::NotEquals(operand) | Self::AtLeast(operand) | Self::AtMost(operand) => {
                Some(operand)
            }
            Self::OneOf(_) => None,
        }
    }
}

impl FieldRule {
    /// Returns its tests of a value that is there.
    pub fn tests(&self) -> Vec<ValueTest<'_>> {
        tests(&self.equals, &self.not_equals, self.one_of.as_deref(), &self.at_least, &self.at_most)
    }
}

impl Condition {
    /// Returns its tests of a value that is there.
    pub fn tests(&self) -> Vec<ValueTest<'_>> {
        tests(&self.equals, &self.not_equals, self.one_of.as_deref(), &self.at_least, &self.at_most)
    }
}

fn tests<'c>(
    equals: &'c Option<Operand>,
    not_equals: &'c Option<Operand>,
    one_of: Option<&'c [String]>,
    at_least: &'c Option<Operand>,
    at_most: &'c Option<Operand>,
) -> Vec<ValueTest<'c>> {
    let all = [
        equals.as_ref().map(ValueTest::Equals),
        not_equals.as_ref().map(ValueTest::NotEquals),
        one_of.map(ValueTest::OneOf),
        at_least.as_ref().map(ValueTest::AtLeast),
        at_most.as_ref().map(ValueTest::AtMost),
    ];
    all.into_iter().flatten().collect()
}
