//! Values of live form fields that the definition names.

use super::Place;
use crate::extract::candidate::Candidate;
use crate::extract::value::clean_text;
use crate::model::Source;
use crate::page::FormValue;

impl Place<'_, '_> {
    pub(super) fn form_fields(&self, found: &mut Vec<Candidate>) {
        for form_field in &self.sheet.layout.page.form_fields {
            let name = form_field.name.rsplit('.').next().unwrap_or_default();
            let name = name.split('[').next().unwrap_or_default();
            if !self.field.form_fields.iter().any(|wanted| wanted == name) {
                continue;
            }
            let value = match &form_field.value {
                FormValue::Text(text) if text.trim().is_empty() => continue,
                FormValue::Text(text) => clean_text(text),
                FormValue::Checked(ticked) => ticked.to_string(),
                FormValue::Signed(signed) => signed.to_string(),
            };
            found.push(Candidate {
                field: self.at.0,
                sheet: self.at.1,
                raw: value.clone(),
                value,
                words: Vec::new(),
                rect: form_field.rect,
                score: 1.0,
                reading: 1.0,
                source: Source::Acroform,
            });
        }
    }
}
