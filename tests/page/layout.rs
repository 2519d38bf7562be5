//! Words in reading order.

use crate::support::drawn;
use loanfile::page::{Layout, Page, Rect, key};

fn lines(layout: &Layout<'_>) -> Vec<String> {
    layout.lines.iter().map(|line| layout.text(&line.words)).collect()
}

fn phrases(layout: &Layout<'_>, line: usize) -> Vec<String> {
    layout.phrases(&layout.lines[line].words).iter().map(|phrase| layout.text(&phrase.words)).collect()
}

#[test]
fn lines_come_top_to_bottom_and_words_left_to_right_whatever_the_order_of_the_words() {
    let mut page = Page::from_grid("one two three\nfour   five\n\nsix");
    page.words.reverse();
    let layout = Layout::new(&page);
    assert_eq!(lines(&layout), ["one two three", "four five", "six"]);
    assert!(layout.words.iter().enumerate().all(|(at, word)| layout.lines[word.line].words.contains(&at)));
}

#[test]
fn words_a_little_off_their_line_belong_to_it() {
    let mut page = Page::from_grid("Gross Pay      2,400.00");
    for (word, off) in page.words.iter_mut().zip([0.0, 2.5, -2.5]) {
        word.rect.top += off;
        word.rect.bottom += off;
    }
    assert_eq!(lines(&Layout::new(&page)), ["Gross Pay 2,400.00"]);
}

#[test]
fn words_over_one_another_do_not_share_a_line() {
    let mut page = Page::from_grid("upper\nlower");
    page.words[1].rect = Rect::new(36.0, 40.0, 66.0, 50.0);
    let layout = Layout::new(&page);
    assert_eq!(lines(&layout), ["upper", "lower"], "two words in one column, four points apart");
}

#[test]
fn wide_gaps_and_vertical_rules_part_phrases() {
    let page = drawn("│ Pay Date │ Check No │   06/20/2025   41882");
    // The rules are as high as one line.
    let mut page = page;
    page.rules = [39.0, 105.0, 171.0].map(|x| loanfile::page::Rule { rect: Rect::new(x, 30.0, x, 50.0) }).to_vec();
    let layout = Layout::new(&page);
    assert_eq!(phrases(&layout, 0), ["Pay Date", "Check No", "06/20/2025", "41882"]);
    page.rules.clear();
    let layout = Layout::new(&page);
    assert_eq!(phrases(&layout, 0)[0], "Pay Date", "three characters are a wide gap without a rule, too");
}

#[test]
fn a_rule_parts_words_that_stand_close() {
    let mut page = Page::from_grid("Rate Hours");
    let without = Layout::new(&page);
    assert_eq!(phrases(&without, 0), ["Rate Hours"]);
    page.rules.push(loanfile::page::Rule { rect: Rect::new(63.0, 30.0, 63.0, 50.0) });
    let with = Layout::new(&page);
    assert_eq!(phrases(&with, 0), ["Rate", "Hours"]);
}

#[test]
fn words_are_cut_at_a_colon_but_times_are_not() {
    let page = Page::from_grid("Date:08/31/2025 at 10:45 SSN:XXX-XX-1204 Total:");
    let layout = Layout::new(&page);
    let texts: Vec<&str> = layout.words.iter().map(|placed| placed.word.text.as_str()).collect();
    assert_eq!(texts, ["Date:", "08/31/2025", "at", "10:45", "SSN:", "XXX-XX-1204", "Total:"]);
    let ends: Vec<bool> = layout.words.iter().map(|placed| placed.ends_label).collect();
    assert_eq!(ends, [true, false, false, false, true, false, true]);
    let (date, figure) = (layout.rect(0), layout.rect(1));
    assert!(date.right <= figure.left && figure.right == 36.0 + 15.0 * 6.0, "{date:?} {figure:?}");
}

#[test]
fn leaders_are_no_words() {
    let page = Page::from_grid("Net Pay ........ 1,990.45 ____ .50");
    let layout = Layout::new(&page);
    assert_eq!(lines(&layout), ["Net Pay 1,990.45 .50"]);
}

#[test]
fn a_region_has_lines_of_its_own() {
    let page = Page::from_grid(concat!("left one        right one\n", "left two        right two"));
    let layout = Layout::new(&page);
    let right = Rect::new(36.0 + 15.0 * 6.0, 0.0, 612.0, 792.0);
    let texts: Vec<String> = layout.lines_in(&right).iter().map(|line| layout.text(line)).collect();
    assert_eq!(texts, ["right one", "right two"]);
}

#[test]
fn a_cell_is_bounded_by_the_nearest_rules_or_the_page() {
    let page = drawn(
        "
   ┌────────┬────────┐
   │ a      │ b      │
   ├────────┴────────┤
   │ c               │
   └─────────────────┘
",
    );
    let layout = Layout::new(&page);
    let word = |text: &str| *layout.rect(layout.words.iter().position(|placed| placed.word.text == text).unwrap());
    let cell = |text: &str| {
        let rect = word(text);
        layout.cell_at(rect.center_x(), rect.center_y())
    };
    let x = |column: f32| 36.0 + (column + 0.5) * 6.0;
    let y = |row: f32| 36.0 + row * 12.0 + 5.0;
    assert_eq!(cell("a"), Rect::new(x(3.0), y(1.0), x(12.0), y(3.0)));
    assert_eq!(cell("b"), Rect::new(x(12.0), y(1.0), x(21.0), y(3.0)));
    assert_eq!(cell("c"), Rect::new(x(3.0), y(3.0), x(21.0), y(5.0)));
    assert_eq!(layout.cell_at(500.0, 700.0), Rect::new(0.0, 0.0, 612.0, 792.0), "no rules around");
}

#[test]
fn the_usual_size_is_that_of_most_words() {
    let mut page = Page::from_grid("Big words of small print");
    page.words[0].size = 30.0;
    assert_eq!(Layout::new(&page).usual_size(), 10.0);
    assert_eq!(Layout::new(&Page::from_grid("")).usual_size(), 10.0, "a page without words");
}

#[test]
fn keys_are_letters_and_digits_in_upper_case() {
    let cases = [("Employer's", "EMPLOYERS"), ("401(k)", "401K"), ("—", ""), ("Crédit", "CRÉDIT"), ("12a.", "12A")];
    for (text, expected) in cases {
        assert_eq!(key(text), expected, "{text}");
    }
}

#[test]
fn an_empty_page_has_no_lines() {
    let page = Page::from_grid("");
    let layout = Layout::new(&page);
    assert!(layout.lines.is_empty() && layout.words.is_empty());
    assert_eq!(layout.rect_around(&[]), Rect::default());
}
