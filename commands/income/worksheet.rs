//! Worksheets as files.

use crate::context::Context;
use crate::output::tell;
use anyhow::Result;
use loanfile::error::{Error, ErrorKind};
use loanfile::income::IncomeData;
use loanfile::los::safe_name;
use loanfile::ops;
use loanfile::views::IncomeResultView;
use std::path::Path;

/// Writes the worksheet of a result into a folder.
pub fn write(context: &Context, loan: &str, folder: &Path, result: &IncomeResultView, data: &IncomeData) -> Result<()> {
    let sheet = ops::income_worksheet(&context.workspace, &context.caller, loan, result.calculated_at, data)?;
    let unwritable = |path: &Path, error: std::io::Error| {
        Error::new(ErrorKind::Unavailable, format!("{} cannot be written: {error}", path.display()))
            .hint("choose another folder with --worksheet")
    };
    std::fs::create_dir_all(folder).map_err(|error| unwritable(folder, error))?;
    let name = format!("{} income", safe_name(&sheet.loan));
    let files = [("csv", sheet.csv.as_bytes()), ("html", sheet.html.as_bytes()), ("pdf", sheet.pdf.as_slice())];
    for (extension, bytes) in files {
        let path = folder.join(format!("{name}.{extension}"));
        std::fs::write(&path, bytes).map_err(|error| unwritable(&path, error))?;
        tell(&format!("Wrote {}.", path.display()));
    }
    Ok(())
}
