-- What people do with documents: corrections, waivers, configurations, names and mappings, custom types, exports,
-- imports, what was learned, and the log of it all.

ALTER TABLE loan ADD COLUMN configuration_id TEXT;

ALTER TABLE document ADD COLUMN merged_into TEXT;

-- A value set by a person may stand on no page.
CREATE TABLE extracted_field_new (
    tenant_id TEXT NOT NULL,
    document_id TEXT NOT NULL,
    position BIGINT NOT NULL,
    field_type_id TEXT NOT NULL,
    row_index BIGINT,
    value TEXT NOT NULL,
    raw_value TEXT NOT NULL,
    confidence DOUBLE PRECISION NOT NULL,
    source TEXT NOT NULL,
    manually_corrected SMALLINT NOT NULL,
    confirmed SMALLINT NOT NULL,
    extracted_value TEXT,
    page_id TEXT,
    page_number BIGINT,
    box_left DOUBLE PRECISION,
    box_top DOUBLE PRECISION,
    box_width DOUBLE PRECISION,
    box_height DOUBLE PRECISION,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (document_id, position)
);
INSERT INTO extracted_field_new
    SELECT tenant_id, document_id, position, field_type_id, row_index, value, raw_value, confidence, source,
           manually_corrected, 0, NULL, page_id, page_number, box_left, box_top, box_width, box_height, updated_at
    FROM extracted_field;
DROP TABLE extracted_field;
ALTER TABLE extracted_field_new RENAME TO extracted_field;
CREATE UNIQUE INDEX extracted_field_once
    ON extracted_field (document_id, field_type_id, COALESCE(row_index, -1));

ALTER TABLE finding ADD COLUMN field_type_id TEXT;
ALTER TABLE finding ADD COLUMN bounding_box TEXT;
ALTER TABLE finding ADD COLUMN expected TEXT;
ALTER TABLE finding ADD COLUMN found TEXT;
ALTER TABLE finding ADD COLUMN waived SMALLINT NOT NULL DEFAULT 0;

ALTER TABLE review_task ADD COLUMN note TEXT;
CREATE INDEX review_task_of_tenant ON review_task (tenant_id, status, task_id);
CREATE INDEX review_task_of_document ON review_task (document_id, task_id);

CREATE TABLE loan_finding (
    tenant_id TEXT NOT NULL,
    loan_id TEXT NOT NULL,
    position BIGINT NOT NULL,
    code TEXT NOT NULL,
    severity TEXT NOT NULL,
    message TEXT NOT NULL,
    expected TEXT,
    found TEXT,
    PRIMARY KEY (loan_id, position)
);

CREATE TABLE waiver (
    tenant_id TEXT NOT NULL,
    document_id TEXT NOT NULL,
    code TEXT NOT NULL,
    message TEXT NOT NULL,
    task_id TEXT NOT NULL,
    note TEXT NOT NULL,
    waived_by TEXT NOT NULL,
    waived_at BIGINT NOT NULL,
    PRIMARY KEY (document_id, code, message)
);

CREATE TABLE correction (
    tenant_id TEXT NOT NULL,
    correction_id TEXT NOT NULL PRIMARY KEY,
    document_id TEXT NOT NULL,
    sequence BIGINT NOT NULL,
    kind TEXT NOT NULL,
    field_type_id TEXT,
    row_index BIGINT,
    previous_value TEXT,
    new_value TEXT,
    corrected_by TEXT NOT NULL,
    corrected_at BIGINT NOT NULL,
    UNIQUE (document_id, sequence)
);

CREATE TABLE loan_configuration (
    tenant_id TEXT NOT NULL,
    configuration_id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    content TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    UNIQUE (tenant_id, name)
);

CREATE TABLE document_type (
    tenant_id TEXT NOT NULL,
    document_type_id TEXT NOT NULL,
    definition TEXT,
    active SMALLINT NOT NULL,
    sample_count BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (tenant_id, document_type_id)
);

CREATE TABLE field_type (
    tenant_id TEXT NOT NULL,
    field_type_id TEXT NOT NULL,
    display_name TEXT,
    in_use SMALLINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (tenant_id, field_type_id)
);

CREATE TABLE external_field (
    tenant_id TEXT NOT NULL,
    external_field_id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    table_index TEXT NOT NULL,
    source TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (tenant_id, source, table_index)
);

CREATE TABLE external_field_mapping (
    tenant_id TEXT NOT NULL,
    mapping_id TEXT NOT NULL PRIMARY KEY,
    field_type_id TEXT NOT NULL,
    external_field_id TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (tenant_id, field_type_id, external_field_id)
);

CREATE TABLE push (
    tenant_id TEXT NOT NULL,
    document_id TEXT NOT NULL,
    target TEXT NOT NULL,
    push_key TEXT NOT NULL,
    location TEXT NOT NULL,
    pushed_at BIGINT NOT NULL,
    PRIMARY KEY (document_id, target, push_key)
);

CREATE TABLE pulled_object (
    tenant_id TEXT NOT NULL,
    location TEXT NOT NULL,
    etag TEXT NOT NULL,
    source_file_id TEXT,
    reason TEXT,
    pulled_at BIGINT NOT NULL,
    PRIMARY KEY (tenant_id, location, etag)
);

CREATE TABLE learned_phrase (
    tenant_id TEXT NOT NULL,
    learned_id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    document_type_id TEXT NOT NULL,
    field_id TEXT NOT NULL,
    phrase TEXT NOT NULL,
    seen BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    UNIQUE (tenant_id, kind, document_type_id, field_id, phrase)
);

CREATE TABLE audit_entry (
    tenant_id TEXT NOT NULL,
    sequence BIGINT NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    before TEXT,
    after TEXT,
    occurred_at BIGINT NOT NULL,
    previous_hash TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (tenant_id, sequence)
);
CREATE INDEX audit_entry_of_subject ON audit_entry (subject_id, sequence);
