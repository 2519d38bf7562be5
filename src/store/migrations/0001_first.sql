-- The first schema. What each table and column means stands in ../schema.sql.

CREATE TABLE tenant (
    tenant_id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    settings TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE TABLE loan (
    tenant_id TEXT NOT NULL,
    loan_id TEXT NOT NULL PRIMARY KEY,
    external_loan_id TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    UNIQUE (tenant_id, external_loan_id)
);

CREATE TABLE source_file (
    tenant_id TEXT NOT NULL,
    source_file_id TEXT NOT NULL PRIMARY KEY,
    loan_id TEXT NOT NULL,
    position BIGINT NOT NULL,
    file_name TEXT NOT NULL,
    size_bytes BIGINT NOT NULL,
    sha256 TEXT NOT NULL,
    page_count BIGINT NOT NULL,
    upload_status TEXT NOT NULL,
    failure TEXT,
    failed_at BIGINT,
    origin TEXT NOT NULL,
    password TEXT,
    processing_started_at BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    UNIQUE (loan_id, position)
);

CREATE INDEX source_file_by_digest ON source_file (loan_id, sha256);

CREATE TABLE page (
    tenant_id TEXT NOT NULL,
    page_id TEXT NOT NULL PRIMARY KEY,
    source_file_id TEXT NOT NULL,
    number BIGINT NOT NULL,
    read_at BIGINT,
    failure_code TEXT,
    failure_message TEXT,
    UNIQUE (source_file_id, number)
);

CREATE INDEX page_unread ON page (source_file_id, number) WHERE read_at IS NULL;

CREATE TABLE page_reading (
    tenant_id TEXT NOT NULL,
    page_id TEXT NOT NULL PRIMARY KEY,
    words BLOB NOT NULL,
    evidence TEXT NOT NULL,
    image_digest TEXT,
    blank SMALLINT NOT NULL,
    content_digest TEXT,
    notes TEXT NOT NULL
);

CREATE TABLE document (
    tenant_id TEXT NOT NULL,
    document_id TEXT NOT NULL PRIMARY KEY,
    loan_id TEXT NOT NULL,
    source_file_id TEXT NOT NULL,
    source_position BIGINT NOT NULL,
    first_page BIGINT NOT NULL,
    last_page BIGINT NOT NULL,
    processing_status TEXT NOT NULL,
    next_stage TEXT,
    revision BIGINT NOT NULL,
    document_type_id TEXT,
    document_type_confidence DOUBLE PRECISION,
    classification_manually_corrected SMALLINT NOT NULL,
    version_identifier TEXT,
    version_custom_name TEXT,
    current_version SMALLINT NOT NULL,
    duplicate_of TEXT,
    trashed SMALLINT NOT NULL,
    signature_expected SMALLINT,
    signature_found SMALLINT,
    validation TEXT NOT NULL,
    content_sha256 TEXT,
    content_digest TEXT,
    values_digest TEXT,
    identity_digest TEXT,
    failure TEXT,
    failed_at BIGINT,
    failure_attempts BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);

CREATE INDEX document_in_loan ON document (loan_id, source_position, first_page);

CREATE INDEX document_in_source_file ON document (source_file_id, first_page);

CREATE INDEX document_waiting ON document (loan_id, source_position, first_page) WHERE next_stage IS NOT NULL;

CREATE INDEX document_begun ON document (loan_id, source_position, first_page)
    WHERE next_stage IS NOT NULL AND processing_status <> 'UPLOADING';

CREATE INDEX document_of_identity ON document (loan_id, identity_digest) WHERE identity_digest IS NOT NULL;
CREATE INDEX document_of_content ON document (loan_id, content_digest) WHERE content_digest IS NOT NULL;

CREATE TABLE classification (
    tenant_id TEXT NOT NULL,
    document_id TEXT NOT NULL PRIMARY KEY,
    document_type_id TEXT NOT NULL,
    confidence DOUBLE PRECISION NOT NULL,
    runners_up TEXT NOT NULL,
    evidence TEXT NOT NULL
);

CREATE TABLE segment (
    tenant_id TEXT NOT NULL,
    document_id TEXT NOT NULL PRIMARY KEY,
    decision TEXT NOT NULL
);

CREATE TABLE extracted_field (
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
    page_id TEXT NOT NULL,
    page_number BIGINT NOT NULL,
    box_left DOUBLE PRECISION NOT NULL,
    box_top DOUBLE PRECISION NOT NULL,
    box_width DOUBLE PRECISION NOT NULL,
    box_height DOUBLE PRECISION NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (document_id, position)
);

CREATE UNIQUE INDEX extracted_field_once
    ON extracted_field (document_id, field_type_id, COALESCE(row_index, -1));

CREATE TABLE finding (
    tenant_id TEXT NOT NULL,
    document_id TEXT NOT NULL,
    position BIGINT NOT NULL,
    stage TEXT NOT NULL,
    code TEXT NOT NULL,
    severity TEXT NOT NULL,
    message TEXT NOT NULL,
    page BIGINT,
    PRIMARY KEY (document_id, stage, position)
);

CREATE TABLE review_task (
    tenant_id TEXT NOT NULL,
    task_id TEXT NOT NULL PRIMARY KEY,
    loan_id TEXT NOT NULL,
    document_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    status TEXT NOT NULL,
    reason TEXT NOT NULL,
    fields TEXT NOT NULL,
    findings TEXT NOT NULL,
    assignee TEXT,
    created_at BIGINT NOT NULL,
    resolved_at BIGINT,
    resolved_by TEXT,
    resolution TEXT
);

CREATE UNIQUE INDEX review_task_open ON review_task (document_id, kind) WHERE status = 'OPEN';

CREATE INDEX review_task_in_loan ON review_task (loan_id, task_id);

CREATE TABLE event (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant_id TEXT NOT NULL,
    event_id TEXT NOT NULL UNIQUE,
    event_type TEXT NOT NULL,
    loan_id TEXT NOT NULL,
    document_id TEXT,
    source_file_id TEXT,
    stage TEXT,
    occurred_at BIGINT NOT NULL,
    payload TEXT NOT NULL
);

CREATE INDEX event_of_tenant ON event (tenant_id, sequence);

CREATE INDEX event_of_loan ON event (loan_id, sequence);

CREATE TABLE stage_run (
    tenant_id TEXT NOT NULL,
    document_id TEXT NOT NULL,
    revision BIGINT NOT NULL,
    stage TEXT NOT NULL,
    outcome TEXT NOT NULL,
    started_at BIGINT NOT NULL,
    finished_at BIGINT NOT NULL,
    PRIMARY KEY (document_id, revision, stage)
);

CREATE TABLE lease (
    tenant_id TEXT NOT NULL,
    unit_id TEXT NOT NULL PRIMARY KEY,
    owner TEXT NOT NULL,
    fence BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE INDEX lease_of_owner ON lease (owner);
