//! Values read from documents.

use super::row::{Mapped, moment, parsed_option};
use super::{Reader, Writer};
use crate::error::Result;
use crate::model::{BoundingBox, Confidence, DocumentId, Field, FieldPlace, FieldTypeId, Source, TenantId};
use rusqlite::types::Type;
use rusqlite::{Row, params};

impl Reader<'_> {
    /// Returns a document's values in the order of its type.
    pub fn fields(&self, tenant: TenantId, document: DocumentId) -> Result<Vec<Field>> {
        self.all(
            "SELECT field_type_id, row_index, value, raw_value, confidence, source, manually_corrected, confirmed,
                 extracted_value, page_id, page_number, box_left, box_top, box_width, box_height, updated_at
             FROM extracted_field WHERE tenant_id = ?1 AND document_id = ?2 ORDER BY position",
            params![tenant.to_string(), document.to_string()],
            field_of_row,
        )
    }

    /// Counts a document's values.
    pub fn field_count(&self, tenant: TenantId, document: DocumentId) -> Result<u64> {
        self.count(
            "SELECT COUNT(*) FROM extracted_field WHERE tenant_id = ?1 AND document_id = ?2",
            params![tenant.to_string(), document.to_string()],
        )
    }
}

impl Writer<'_> {
    /// Puts values in the place of all that a document has.
    ///
    /// Of two values for the same field and row the first stays.
    pub fn replace_fields(&self, tenant: TenantId, document: DocumentId, fields: &[Field]) -> Result<()> {
        let (tenant, document) = (tenant.to_string(), document.to_string());
        self.execute(
            "DELETE FROM extracted_field WHERE tenant_id = ?1 AND document_id = ?2",
            params![tenant, document],
        )?;
        for (position, field) in (0_i64..).zip(fields) {
            let place = field.place.as_ref();
            self.execute(
                "INSERT INTO extracted_field (tenant_id, document_id, position, field_type_id, row_index, value,
                     raw_value, confidence, source, manually_corrected, confirmed, extracted_value, page_id, page_number,
                     box_left, box_top, box_width, box_height, updated_at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)
                 ON CONFLICT DO NOTHING",
                params![
                    tenant,
                    document,
                    position,
                    field.field_type.as_str(),
                    field.row_index,
                    field.value,
                    field.raw_value,
                    f64::from(field.confidence.value()),
                    field.source.as_str(),
                    i64::from(field.manually_corrected),
                    i64::from(field.confirmed),
                    field.extracted_value,
                    place.map(|place| place.page.to_string()),
                    place.map(|place| place.page_number),
                    place.map(|place| f64::from(place.bounding_box.left)),
                    place.map(|place| f64::from(place.bounding_box.top)),
                    place.map(|place| f64::from(place.bounding_box.width)),
                    place.map(|place| f64::from(place.bounding_box.height)),
                    field.updated_at.micros(),
                ],
            )?;
        }
        Ok(())
    }
}

fn field_of_row(row: &Row<'_>) -> Mapped<Field> {
    Ok(Field {
        field_type: FieldTypeId::new(row.get::<_, String>("field_type_id")?),
        row_index: row.get("row_index")?,
        value: row.get("value")?,
        raw_value: row.get("raw_value")?,
        confidence: Confidence::new(row.get("confidence")?),
        source: source(&row.get::<_, String>("source")?)?,
        manually_corrected: row.get::<_, i64>("manually_corrected")? != 0,
        confirmed: row.get::<_, i64>("confirmed")? != 0,
        extracted_value: row.get("extracted_value")?,
        place: place_of_row(row)?,
        updated_at: moment(row, "updated_at")?,
    })
}

fn place_of_row(row: &Row<'_>) -> Mapped<Option<FieldPlace>> {
    let Some(page) = parsed_option(row, "page_id")? else { return Ok(None) };
    Ok(Some(FieldPlace {
        page,
        page_number: row.get("page_number")?,
        bounding_box: BoundingBox {
            left: row.get("box_left")?,
            top: row.get("box_top")?,
            width: row.get("box_width")?,
            height: row.get("box_height")?,
        },
    }))
}

pub(super) fn source(text: &str) -> Mapped<Source> {
    let all = [Source::Acroform, Source::TextLayer, Source::Ocr, Source::Manual, Source::Derived];
    all.into_iter().find(|source| source.as_str() == text).ok_or_else(|| {
        rusqlite::Error::FromSqlConversionFailure(0, Type::Text, format!("source: unknown {text}").into())
    })
}
