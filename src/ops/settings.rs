//! The settings of a workspace as they are in force.

use crate::error::Result;
use crate::settings::Settings;
use crate::views::SettingView;
use crate::workspace::Workspace;

/// Returns every setting of the workspace with where it comes from.
///
/// # Errors
/// `InvalidInput` when the file or a variable has become unusable since the workspace was opened.
pub fn settings(workspace: &Workspace) -> Result<Vec<SettingView>> {
    let variables: Vec<(String, String)> = std::env::vars().collect();
    let all = Settings::origins(&workspace.settings_file(), &variables)?;
    Ok(all.into_iter().map(SettingView::from).collect())
}
