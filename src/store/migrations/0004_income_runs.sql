-- Runs of the income analysis, and how external engines answer.

CREATE TABLE income_run (
    tenant_id TEXT NOT NULL,
    run_id TEXT NOT NULL PRIMARY KEY,
    loan_id TEXT NOT NULL,
    status TEXT NOT NULL,
    guideline TEXT NOT NULL,
    edition TEXT NOT NULL,
    engine TEXT NOT NULL,
    engine_version TEXT,
    requested_by TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    calculated_at BIGINT,
    inputs_sha256 TEXT NOT NULL,
    income_case BLOB NOT NULL,
    result TEXT,
    failure_code TEXT,
    failure_message TEXT,
    owner TEXT
);

CREATE INDEX income_run_of_loan ON income_run (loan_id, run_id);

CREATE UNIQUE INDEX income_run_active ON income_run (loan_id) WHERE status = 'active';

CREATE TABLE income_run_document (
    tenant_id TEXT NOT NULL,
    run_id TEXT NOT NULL,
    position BIGINT NOT NULL,
    document_id TEXT NOT NULL,
    values_sha256 TEXT NOT NULL,
    file_name TEXT NOT NULL,
    document_type TEXT NOT NULL,
    PRIMARY KEY (run_id, document_id)
);

CREATE TABLE engine_circuit (
    tenant_id TEXT NOT NULL,
    engine TEXT NOT NULL,
    failures BIGINT NOT NULL,
    open_until BIGINT,
    PRIMARY KEY (tenant_id, engine)
);
