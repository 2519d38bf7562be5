//! Parquet files: typed columns, compressed, for programs that analyse.
//!
//! Invariant: no more than one group of rows is in memory.

use super::{RowWriter, lost};
use crate::error::Result;
use crate::reports::{Cell, Column, ColumnKind};
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use std::io::Write;
use std::sync::Arc;

/// A group has at most so many rows, and no more bytes of text than this.
const ROWS_OF_GROUP: usize = 50_000;
const BYTES_OF_GROUP: usize = 32 * 1024 * 1024;

/// Writes rows as the groups of a Parquet file.
pub struct ParquetRows<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    columns: Vec<Gathered>,
    rows: usize,
    bytes: usize,
}

/// A column's values that wait to be written; what a cell has not is told by its level.
struct Gathered {
    values: Values,
    levels: Vec<i16>,
}

enum Values {
    Text(Vec<ByteArray>),
    Numbers(Vec<f64>),
}

impl<W: Write + Send> ParquetRows<W> {
    /// Begins a file.
    ///
    /// # Errors
    /// `Unavailable` when the place refuses.
    pub fn new(columns: &[Column], place: W) -> Result<Self> {
        let schema = schema(columns).map_err(lost)?;
        let properties = WriterProperties::builder().set_compression(Compression::ZSTD(Default::default())).build();
        let writer = SerializedFileWriter::new(place, Arc::new(schema), Arc::new(properties)).map_err(lost)?;
        let gathered = |column: &Column| Gathered {
            values: match column.kind {
                ColumnKind::Text => Values::Text(Vec::new()),
                ColumnKind::Number => Values::Numbers(Vec::new()),
            },
            levels: Vec::new(),
        };
        Ok(Self { writer, columns: columns.iter().map(gathered).collect(), rows: 0, bytes: 0 })
    }

    fn end_group(&mut self) -> Result<()> {
        if self.rows == 0 {
            return Ok(());
        }
        write_group(&mut self.writer, &mut self.columns).map_err(lost)?;
        (self.rows, self.bytes) = (0, 0);
        Ok(())
    }
}

impl<W: Write + Send> RowWriter for ParquetRows<W> {
    fn row(&mut self, cells: &[Cell]) -> Result<()> {
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            self.bytes += column.add(cell);
        }
        self.rows += 1;
        if self.rows >= ROWS_OF_GROUP || self.bytes >= BYTES_OF_GROUP {
            self.end_group()?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<()> {
        self.end_group()?;
        self.writer.finish().map_err(lost)?;
        self.writer.inner_mut().flush().map_err(lost)
    }
}

impl Gathered {
    /// Adds a cell and returns how many bytes of text it has.
    fn add(&mut self, cell: &Cell) -> usize {
        let (there, bytes) = match &mut self.values {
            _ if *cell == Cell::Empty => (false, 0),
            Values::Text(texts) => {
                let text = cell.text();
                let bytes = text.len();
                texts.push(ByteArray::from(text.into_bytes()));
                (true, bytes)
            }
            Values::Numbers(numbers) => {
                numbers.extend(cell.number());
                (cell.number().is_some(), 0)
            }
        };
        self.levels.push(i16::from(there));
        bytes
    }
}

fn schema(columns: &[Column]) -> parquet::errors::Result<Type> {
    let fields = columns.iter().map(|column| {
        let (physical, logical) = match column.kind {
            ColumnKind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            ColumnKind::Number => (Physical::DOUBLE, None),
        };
        let builder = Type::primitive_type_builder(column.key, physical);
        builder.with_logical_type(logical).with_repetition(Repetition::OPTIONAL).build().map(Arc::new)
    });
    let fields: Vec<_> = fields.collect::<Result<_, ParquetError>>()?;
    Type::group_type_builder("report").with_fields(fields).build()
}

fn write_group<W: Write + Send>(
    writer: &mut SerializedFileWriter<W>,
    columns: &mut [Gathered],
) -> parquet::errors::Result<()> {
    let mut group = writer.next_row_group()?;
    for column in columns {
        let Some(mut place) = group.next_column()? else { break };
        match &mut column.values {
            Values::Text(texts) => {
                place.typed::<ByteArrayType>().write_batch(texts, Some(&column.levels), None)?;
                texts.clear();
            }
            Values::Numbers(numbers) => {
                place.typed::<DoubleType>().write_batch(numbers, Some(&column.levels), None)?;
                numbers.clear();
            }
        }
        place.close()?;
        column.levels.clear();
    }
    group.close()?;
    Ok(())
}
