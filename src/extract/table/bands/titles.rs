//! Titles of tables and of their sections.

use super::{Band, Context, has_amount};
use crate::extract::sheet::Sheet;
use crate::extract::value::{Run, read_amounts};
use crate::library::Section;
use crate::page::LabelMatch;

/// A title of a table or of a section of one, where it is printed.
pub(super) struct Title<'s> {
    pub(super) table: usize,
    pub(super) section: Option<usize>,
    pub(super) place: &'s LabelMatch,
}

pub(super) fn titles<'s>(context: &'s Context<'_>, sheet: &'s Sheet<'_>) -> impl Iterator<Item = Title<'s>> {
    let tables = context.definition.tables.iter().enumerate();
    tables.filter(|(_, table)| table.layout.has_headings()).flat_map(move |(index, definition)| {
        let own = definition.titles.iter().map(|title| (title, None));
        let sections = definition
            .sections
            .iter()
            .enumerate()
            .flat_map(|(at, section): (usize, &Section)| section.titles.iter().map(move |title| (title, Some(at))));
        own.chain(sections).flat_map(move |(title, section)| {
            let places = sheet.places(title).iter().filter(|place| place.score >= 0.75);
            places.map(move |place| Title { table: index, section, place })
        })
    })
}

/// A section's title is alone on its line; with figures or other labels beside it it is a line of a summary.
fn stands_as_title(sheet: &Sheet<'_>, place: &LabelMatch) -> bool {
    let line = sheet.layout.words[place.words[0]].line;
    let words = &sheet.layout.lines[line].words;
    sheet.layout.phrases(words).len() == 1 && !has_amount(&read_amounts(&Run::new(&sheet.layout, words)))
}

/// The nearest title above a band's heading line, within four lines.
pub(super) fn title_above(
    context: &Context<'_>,
    sheet: &Sheet<'_>,
    band: &Band,
    line: usize,
) -> Option<(usize, Option<usize>)> {
    let rect = sheet.layout.lines[line].rect;
    titles(context, sheet)
        .filter(|title| {
            let place = &title.place.rect;
            let above = rect.top - place.bottom;
            above > -2.0
                && above < 5.0 * rect.height().max(8.0)
                && place.left < band.right
                && place.right > band.left
                && (title.section.is_none() || stands_as_title(sheet, title.place))
        })
        .max_by(|a, b| a.place.rect.bottom.total_cmp(&b.place.rect.bottom))
        .map(|title| (title.table, title.section))
}
