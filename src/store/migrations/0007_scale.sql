-- What reports and lists of tens of thousands of loans need: the times of a document beside it, and indexes.

ALTER TABLE document ADD COLUMN received_at BIGINT;
ALTER TABLE document ADD COLUMN pushed_at BIGINT;
UPDATE document SET
    received_at = (SELECT s.created_at FROM source_file s WHERE s.source_file_id = document.source_file_id),
    pushed_at = (SELECT MAX(p.pushed_at) FROM push p
                 WHERE p.document_id = document.document_id AND p.push_key <> 'withdrawn');

CREATE INDEX document_processed ON document (tenant_id, received_at, processing_status, pushed_at) WHERE trashed = 0;
CREATE INDEX document_tally ON document (tenant_id, loan_id, processing_status) WHERE trashed = 0;
CREATE INDEX document_failed ON document (tenant_id, loan_id, source_position, first_page)
    WHERE trashed = 0 AND processing_status = 'FAILED';

-- With the tenant first, or the index of all the tenant's tasks would seem as good.
DROP INDEX review_task_in_loan;
DROP INDEX review_task_of_document;
CREATE INDEX review_task_in_loan ON review_task (tenant_id, loan_id, task_id);
CREATE INDEX review_task_of_document ON review_task (tenant_id, document_id, task_id);
CREATE INDEX review_task_by_age ON review_task (tenant_id, task_id);
CREATE INDEX review_task_of_person ON review_task (tenant_id, assignee, status, task_id);
CREATE INDEX review_task_waiting ON review_task (tenant_id, loan_id) WHERE status = 'OPEN';
