-- Reports that are kept with a loan.

CREATE TABLE loan_report (
    tenant_id TEXT NOT NULL,
    report_id TEXT NOT NULL PRIMARY KEY,
    loan_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    configuration_id TEXT,
    created_by TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    items TEXT NOT NULL
);
CREATE INDEX loan_report_of_loan ON loan_report (loan_id, report_id);
