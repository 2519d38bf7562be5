//! One type for each id, so that a loan's id cannot be passed where a document's is meant.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use utoipa::ToSchema;
use uuid::Uuid;

macro_rules! uuid_id {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
        #[serde(transparent)]
        #[schema(value_type = String, format = Uuid)]
        pub struct $name(Uuid);

        impl $name {
            /// The id that nothing has: it stands before all others.
            pub const NIL: Self = Self(Uuid::nil());

            /// Wraps a UUID as this kind of id.
            pub fn new(uuid: Uuid) -> Self {
                Self(uuid)
            }

            /// Returns the UUID itself.
            pub fn uuid(self) -> Uuid {
                self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(formatter)
            }
        }

        impl FromStr for $name {
            type Err = uuid::Error;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Uuid::parse_str(text).map(Self)
            }
        }
    )+};
}

uuid_id! {
    /// A tenant: the owner of everything else.
    TenantId,
    /// A loan.
    LoanId,
    /// An uploaded PDF.
    SourceFileId,
    /// A document: one segment of a source file.
    DocumentId,
    /// A page of a source file.
    PageId,
    /// A review task.
    TaskId,
    /// An entry of the event stream.
    EventId,
    /// A loan configuration.
    ConfigurationId,
    /// A field of another system.
    ExternalFieldId,
    /// A link between a field and a field of another system.
    MappingId,
    /// An API key.
    ApiKeyId,
    /// A run of the income analysis.
    IncomeRunId,
    /// A report that is kept with a loan.
    ReportId,
    /// A person who signs in.
    UserId,
    /// Somebody who is told of results over HTTP.
    WebhookId,
    /// Something that a webhook is told.
    DeliveryId,
}

macro_rules! slug_id {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
        #[serde(transparent)]
        #[schema(value_type = String)]
        pub struct $name(String);

        impl $name {
            /// Wraps a slug as this kind of id.
            pub fn new(slug: impl Into<String>) -> Self {
                Self(slug.into())
            }

            /// Returns the slug as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(&self.0)
            }
        }
    )+};
}

slug_id! {
    /// A document type, such as `w2`.
    DocumentTypeId,
    /// A field type: `<documentTypeId>.<field>` or `<documentTypeId>.<table>.<column>`.
    FieldTypeId,
}
