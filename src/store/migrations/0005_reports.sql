-- Reports walk documents in the order in which their files were received.

CREATE INDEX source_file_by_time ON source_file (tenant_id, created_at, source_file_id);
CREATE INDEX source_file_by_loan_time ON source_file (loan_id, created_at, source_file_id);
