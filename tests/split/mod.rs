//! Cutting a file into documents.

mod boundaries;
mod counters;
mod evidence;
mod random_pages;

use crate::support::drawn_pages;
use loanfile::library::Library;
use loanfile::split::{PageEvidence, Segment, evidence, segments};

/// A first page of a W-2.
pub const W2: &str = "
 a Employee's social security number  912-45-1207      OMB No. 1545-0008

 b Employer identification number (EIN)     1 Wages, tips, other compensation     2 Federal income tax withheld
   98-0041207                                 52,340.18                             6,105.44

 c Employer's name, address, and ZIP code   3 Social security wages               4 Social security tax withheld
   Quillback Tool Works LLC                   54,940.18                             3,406.29

 Form W-2  Wage and Tax Statement   2025
";

/// The back of a W-2.
pub const W2_BACK: &str = "
 Notice to Employee

 Do you have to file? Refer to the instructions to your return to find out whether you must file. You may be
 able to take the earned income tax credit (EITC) if your wages are below a limit that changes every year.

 Instructions for Employee

 Box 12. The following list explains the codes shown in box 12. You may need this information to complete
 your tax return.
";

/// A whole paystub.
pub const PAYSTUB: &str = "
 BRAMBLEWICK FOUNDRY INC                          Earnings Statement
                                                  Pay Period: 06/01/2025 - 06/14/2025
 Tamsin Brackenridge                              Pay Date: 06/20/2025

 Earnings        Hours        Current          YTD
 Regular         80.00       2,520.00    30,240.00
 Gross Pay                   2,520.00    30,240.00
 Net Pay                     2,009.84    24,118.08
";

/// A page that belongs to no type.
pub const LETTER: &str = "
 April 3, 2025

 Dear Sir or Madam,

 Enclosed you will find the papers that you asked for on the telephone. Please keep the receipt with your own
 records and return the signed copies in the envelope that we have stamped for you.

 Yours faithfully,
 Leopold Quennell
";

/// The first page of a statement of the account.
pub fn statement(account: &str) -> String {
    format!(
        "
 HARROWGATE SAVINGS BANK                          Checking Statement
                                                  Statement Period: 07/01/2025 - 07/31/2025
 Marguerite Solbergson                            Account Number: {account}

 Account Summary
   Beginning Balance                                   4,120.55
   Deposits and Additions                              2,410.00
   Ending Balance                                      6,530.55

 Deposits and Additions
 Date     Description                                    Amount
 07/03    Payroll Bramblewick Foundry                  2,410.00
"
    )
}

/// A later page of a statement of the account.
pub fn statement_later(account: &str) -> String {
    format!(
        "
 HARROWGATE SAVINGS BANK                          07/01/2025 - 07/31/2025
                                                  Account Number: {account}

 Withdrawals and Subtractions (continued)
 Date     Description                                    Amount
 07/19    Auto Loan Payment                              866.45
 07/21    Utility Payment                                212.75
"
    )
}

/// Returns the grid with a line at the foot of a letter sheet.
pub fn with_foot(grid: &str, foot: &str) -> String {
    let used = grid.lines().count();
    format!("{grid}{}{foot}\n", "\n".repeat(58usize.saturating_sub(used)))
}

/// Returns first page, last page and type of each document that the pages are cut into.
pub fn cut(grids: &[&str]) -> Vec<(u32, u32, String)> {
    spans(&segments(&evidence_of(grids), Library::standard()))
}

/// Returns what the pages say.
pub fn evidence_of(grids: &[&str]) -> Vec<PageEvidence> {
    drawn_pages(grids).iter().map(|page| evidence(page, Library::standard())).collect()
}

/// Returns first page, last page and type of each segment.
pub fn spans(segments: &[Segment]) -> Vec<(u32, u32, String)> {
    segments.iter().map(|segment| (segment.first, segment.last, segment.document_type.to_string())).collect()
}

/// Writes down expected spans.
pub fn expected(spans: &[(u32, u32, &str)]) -> Vec<(u32, u32, String)> {
    spans.iter().map(|&(first, last, document_type)| (first, last, document_type.to_owned())).collect()
}
