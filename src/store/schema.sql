-- The whole schema of a workspace, as it is after the last migration. A test compares both.
--
-- Written in the subset that SQLite and PostgreSQL share. Ids are UUIDs as text, moments are microseconds since
-- 1970-01-01 UTC, truth values are 0 and 1, JSON is text. Page numbers count from 1 within the source file.

-- Owners of everything else.
CREATE TABLE tenant (
    tenant_id TEXT NOT NULL PRIMARY KEY,  -- UUID
    name TEXT NOT NULL UNIQUE,            -- the name on the command line; `default` is made by `init`
    settings TEXT NOT NULL,               -- JSON: reviewThreshold and what differs from the defaults
    created_at BIGINT NOT NULL            -- when it was made
);

-- What a borrower's papers belong to.
CREATE TABLE loan (
    tenant_id TEXT NOT NULL,              -- owner
    loan_id TEXT NOT NULL PRIMARY KEY,    -- UUID
    external_loan_id TEXT NOT NULL,       -- the caller's id, unique within the tenant
    status TEXT NOT NULL,                 -- Active, Pending, Closed or Cancelled
    created_at BIGINT NOT NULL,           -- when it was made
    updated_at BIGINT NOT NULL,           -- when it was last changed
    configuration_id TEXT,                -- what its papers are checked against; null for the checks of types only
    UNIQUE (tenant_id, external_loan_id)
);

-- Uploaded PDFs. The bytes are a blob and never change.
CREATE TABLE source_file (
    tenant_id TEXT NOT NULL,              -- owner
    source_file_id TEXT NOT NULL PRIMARY KEY, -- UUID
    loan_id TEXT NOT NULL,                -- the loan it belongs to
    position BIGINT NOT NULL,             -- its place in the order in which the loan's files came, from 1
    file_name TEXT NOT NULL,              -- the name it came with, without folders
    size_bytes BIGINT NOT NULL,           -- its size
    sha256 TEXT NOT NULL,                 -- digest of its bytes, hexadecimal: its key among the blobs
    page_count BIGINT NOT NULL,           -- how many pages it has
    upload_status TEXT NOT NULL,          -- RECEIVED, PROCESSING, COMPLETED or FAILED
    failure TEXT,                         -- JSON {stage, code, message} when FAILED
    failed_at BIGINT,                     -- when it failed
    origin TEXT NOT NULL,                 -- upload, cli or los
    password TEXT,                        -- secret that opens it; never shown, the database file is its owner's only
    processing_started_at BIGINT,         -- when its first page was taken up
    created_at BIGINT NOT NULL,           -- when it was received
    updated_at BIGINT NOT NULL,           -- when it was last changed
    UNIQUE (loan_id, position)
);

-- Reports walk files in the order in which they were received.
CREATE INDEX source_file_by_time ON source_file (tenant_id, created_at, source_file_id);
CREATE INDEX source_file_by_loan_time ON source_file (loan_id, created_at, source_file_id);

-- Finds a file that the loan has already.
CREATE INDEX source_file_by_digest ON source_file (loan_id, sha256);

-- Pages of source files; one row from the moment the file is received.
CREATE TABLE page (
    tenant_id TEXT NOT NULL,              -- owner
    page_id TEXT NOT NULL PRIMARY KEY,    -- UUID
    source_file_id TEXT NOT NULL,         -- the file it belongs to
    number BIGINT NOT NULL,               -- its number in the file, from 1
    read_at BIGINT,                       -- when its reading ended, well or not; null while unread
    failure_code TEXT,                    -- why it is unreadable, such as page_deadline; null when it was read
    failure_message TEXT,                 -- the same for a person
    UNIQUE (source_file_id, number)
);

-- Finds the work that is left; empty when everything is read.
CREATE INDEX page_unread ON page (source_file_id, number) WHERE read_at IS NULL;

-- What was read on a page. Apart from `page`, so that counting and listing pages does not touch the words.
CREATE TABLE page_reading (
    tenant_id TEXT NOT NULL,              -- owner
    page_id TEXT NOT NULL PRIMARY KEY,    -- the page
    words BLOB NOT NULL,                  -- the page (words, boxes, lines, form fields) as JSON, zstd compressed
    evidence TEXT NOT NULL,               -- JSON: what the splitter needs to know of it
    image_digest TEXT,                    -- digest of the image that was recognised; null for a page with a text layer
    blank SMALLINT NOT NULL,              -- whether nothing is on it
    content_digest TEXT,                  -- digest of what is on it; equal for exact copies, null when nothing is
    notes TEXT NOT NULL                   -- JSON: remarks of the reader
);

-- Documents: runs of adjacent pages of a source file.
CREATE TABLE document (
    tenant_id TEXT NOT NULL,              -- owner
    document_id TEXT NOT NULL PRIMARY KEY, -- UUID
    loan_id TEXT NOT NULL,                -- the loan it belongs to
    source_file_id TEXT NOT NULL,         -- the file it is a part of
    source_position BIGINT NOT NULL,      -- that file's place in the loan, for ordering without a join
    first_page BIGINT NOT NULL,           -- its first page in the file
    last_page BIGINT NOT NULL,            -- its last page in the file
    processing_status TEXT NOT NULL,      -- UPLOADING, PROCESSING, CLASSIFIED, EXTRACTED, EXPORTED or FAILED
    next_stage TEXT,                      -- the stage it waits for; null when it has left the pipeline
    revision BIGINT NOT NULL,             -- how often it went through the pipeline, from 1
    document_type_id TEXT,                -- its type, a slug such as w2
    document_type_confidence DOUBLE PRECISION, -- how sure that is, 0 to 1
    classification_manually_corrected SMALLINT NOT NULL, -- whether a person set the type
    version_identifier TEXT,              -- its number among the versions of the same paper, from "1"
    version_custom_name TEXT,             -- a name for that version
    current_version SMALLINT NOT NULL,    -- whether no newer version and no original of it exists
    duplicate_of TEXT,                    -- the document that it repeats
    trashed SMALLINT NOT NULL,            -- whether it was put aside
    signature_expected SMALLINT,          -- whether its type should bear a signature
    signature_found SMALLINT,             -- whether one was found; null when no place for one was found
    validation TEXT NOT NULL,             -- not_run, passed or failed
    content_sha256 TEXT,                  -- the blob of its own PDF
    content_digest TEXT,                  -- digest of what its pages show; equal for exact copies
    values_digest TEXT,                   -- digest of all its values; equal for copies that differ in print only
    identity_digest TEXT,                 -- digest of its type's identity fields; equal for versions of one paper
    failure TEXT,                         -- JSON {stage, code, message} when FAILED
    failed_at BIGINT,                     -- when it failed
    failure_attempts BIGINT,              -- how often the failed stage was tried
    created_at BIGINT NOT NULL,           -- when it came into being
    updated_at BIGINT NOT NULL,           -- when it was last changed
    merged_into TEXT,                     -- the document that its pages went to; it is trashed then
    word_sketch BLOB,                     -- hashes by which papers with nearly the same words are found
    copied_content TEXT,                  -- content_digest of the paper that it shows again, scanned or printed anew
    received_at BIGINT,                   -- when its file was received, for summaries without a join
    pushed_at BIGINT                      -- when it was last pushed to a LOS; null before that
);

-- Lists a loan's documents in the order of their papers.
CREATE INDEX document_in_loan ON document (loan_id, source_position, first_page);

-- Finds the documents of a source file.
CREATE INDEX document_in_source_file ON document (source_file_id, first_page);

-- Finds the documents that have not left the pipeline; empty when everything is done.
CREATE INDEX document_waiting ON document (loan_id, source_position, first_page) WHERE next_stage IS NOT NULL;

-- Finds those among them that have been begun, without walking past all that were only uploaded.
CREATE INDEX document_begun ON document (loan_id, source_position, first_page)
    WHERE next_stage IS NOT NULL AND processing_status <> 'UPLOADING';

-- Sums up how long documents took, from the index alone.
CREATE INDEX document_processed ON document (tenant_id, received_at, processing_status, pushed_at) WHERE trashed = 0;

-- Counts documents by loan and state, from the index alone.
CREATE INDEX document_tally ON document (tenant_id, loan_id, processing_status) WHERE trashed = 0;

-- Lists what failed.
CREATE INDEX document_failed ON document (tenant_id, loan_id, source_position, first_page)
    WHERE trashed = 0 AND processing_status = 'FAILED';

-- Finds versions and copies of a paper in a loan.
CREATE INDEX document_of_identity ON document (loan_id, identity_digest) WHERE identity_digest IS NOT NULL;
CREATE INDEX document_of_content ON document (loan_id, content_digest) WHERE content_digest IS NOT NULL;

-- Why a document has its type.
CREATE TABLE classification (
    tenant_id TEXT NOT NULL,              -- owner
    document_id TEXT NOT NULL PRIMARY KEY, -- the document
    document_type_id TEXT NOT NULL,       -- the decision
    confidence DOUBLE PRECISION NOT NULL, -- how sure it is, 0 to 1
    runners_up TEXT NOT NULL,             -- JSON: other types with their confidence, best first
    evidence TEXT NOT NULL                -- JSON: what spoke for the decision
);

-- Why the splitter cut a document out of its file as it did.
CREATE TABLE segment (
    tenant_id TEXT NOT NULL,              -- owner
    document_id TEXT NOT NULL PRIMARY KEY, -- the document
    decision TEXT NOT NULL                -- JSON: pages, type expected, what spoke for it
);

-- Values read from documents; a table's cells are rows of their own.
CREATE TABLE extracted_field (
    tenant_id TEXT NOT NULL,              -- owner
    document_id TEXT NOT NULL,            -- the document
    position BIGINT NOT NULL,             -- place in the document type's order, from 0
    field_type_id TEXT NOT NULL,          -- <type>.<field> or <type>.<table>.<column>
    row_index BIGINT,                     -- row of the table, from 0; null for a single value
    value TEXT NOT NULL,                  -- canonical form
    raw_value TEXT NOT NULL,              -- as printed
    confidence DOUBLE PRECISION NOT NULL, -- how sure it is, 0 to 1
    source TEXT NOT NULL,                 -- acroform, text_layer, ocr, manual or derived
    manually_corrected SMALLINT NOT NULL, -- whether a person set the value
    confirmed SMALLINT NOT NULL,          -- whether a person confirmed the value
    extracted_value TEXT,                 -- what the program had read before a person set the value; null otherwise
    page_id TEXT,                         -- the page it was read on; null for a value that a person added
    page_number BIGINT,                   -- that page's number in the file
    box_left DOUBLE PRECISION,            -- where it stands on the page as shown, in fractions of its size
    box_top DOUBLE PRECISION,             -- see box_left
    box_width DOUBLE PRECISION,           -- see box_left
    box_height DOUBLE PRECISION,          -- see box_left
    updated_at BIGINT NOT NULL,           -- when it was last changed
    PRIMARY KEY (document_id, position)
);

-- A field has one value a row, and a single value has one.
CREATE UNIQUE INDEX extracted_field_once
    ON extracted_field (document_id, field_type_id, COALESCE(row_index, -1));

-- Results of checks; replaced as a whole when a document's checks run again.
CREATE TABLE finding (
    tenant_id TEXT NOT NULL,              -- owner
    document_id TEXT NOT NULL,            -- the document
    position BIGINT NOT NULL,             -- order, from 0
    stage TEXT NOT NULL,                  -- the stage that found it, or LOAN for a comparison with other documents
    code TEXT NOT NULL,                   -- stable code such as signature_missing
    severity TEXT NOT NULL,               -- error or warning
    message TEXT NOT NULL,                -- for a person
    page BIGINT,                          -- the page it is about, by its number in the document
    field_type_id TEXT,                   -- the field it is about
    bounding_box TEXT,                    -- JSON: the place on that page, in fractions of its size
    expected TEXT,                        -- what should stand there
    found TEXT,                           -- what stands there
    waived SMALLINT NOT NULL DEFAULT 0,   -- whether a reviewer released the document in spite of it
    PRIMARY KEY (document_id, stage, position)
);

-- What is wrong with a loan as a whole, such as a document that it lacks; replaced when its checks run again.
CREATE TABLE loan_finding (
    tenant_id TEXT NOT NULL,              -- owner
    loan_id TEXT NOT NULL,                -- the loan
    position BIGINT NOT NULL,             -- order, from 0
    code TEXT NOT NULL,                   -- stable code such as document_missing
    severity TEXT NOT NULL,               -- error or warning
    message TEXT NOT NULL,                -- for a person
    expected TEXT,                        -- what should be there
    found TEXT,                           -- what is there
    PRIMARY KEY (loan_id, position)
);

-- Findings that a reviewer released a document from; they stay released when its checks run again.
CREATE TABLE waiver (
    tenant_id TEXT NOT NULL,              -- owner
    document_id TEXT NOT NULL,            -- the document
    code TEXT NOT NULL,                   -- the finding's code
    message TEXT NOT NULL,                -- the finding's message
    task_id TEXT NOT NULL,                -- the review task in which it was waived
    note TEXT NOT NULL,                   -- why
    waived_by TEXT NOT NULL,              -- who
    waived_at BIGINT NOT NULL,            -- when
    PRIMARY KEY (document_id, code, message)
);

-- What people changed in documents, in order. Repeated on what is read when a document is read again.
CREATE TABLE correction (
    tenant_id TEXT NOT NULL,              -- owner
    correction_id TEXT NOT NULL PRIMARY KEY, -- UUID
    document_id TEXT NOT NULL,            -- the document
    sequence BIGINT NOT NULL,             -- order among the document's corrections, from 1
    kind TEXT NOT NULL,                   -- type, value, removal, reversal, confirmation, split or merge
    field_type_id TEXT,                   -- the field; null for type, split and merge
    row_index BIGINT,                     -- the row of its table at that time
    previous_value TEXT,                  -- value, type or pages before
    new_value TEXT,                       -- value, type or pages after
    corrected_by TEXT NOT NULL,           -- who
    corrected_at BIGINT NOT NULL,         -- when
    UNIQUE (document_id, sequence)
);

-- What reviewers are asked to look at.
CREATE TABLE review_task (
    tenant_id TEXT NOT NULL,              -- owner
    task_id TEXT NOT NULL PRIMARY KEY,    -- UUID
    loan_id TEXT NOT NULL,                -- the loan
    document_id TEXT NOT NULL,            -- the document
    kind TEXT NOT NULL,                   -- CLASSIFICATION, EXTRACTION or VALIDATION
    status TEXT NOT NULL,                 -- OPEN, RESOLVED or DISMISSED
    reason TEXT NOT NULL,                 -- why it was opened, for a person
    fields TEXT NOT NULL,                 -- JSON: the fields to look at
    findings TEXT NOT NULL,               -- JSON: the findings to look at
    assignee TEXT,                        -- who works on it
    created_at BIGINT NOT NULL,           -- when it was opened
    resolved_at BIGINT,                   -- when it was resolved
    resolved_by TEXT,                     -- who resolved it
    resolution TEXT,                      -- corrected, confirmed, waived or superseded
    note TEXT                             -- what the reviewer says about it
);

-- At most one open task a document and kind.
CREATE UNIQUE INDEX review_task_open ON review_task (document_id, kind) WHERE status = 'OPEN';

-- Lists a loan's tasks, a tenant's and a document's.
CREATE INDEX review_task_in_loan ON review_task (tenant_id, loan_id, task_id);
CREATE INDEX review_task_of_tenant ON review_task (tenant_id, status, task_id);
CREATE INDEX review_task_of_document ON review_task (tenant_id, document_id, task_id);

-- Lists a tenant's tasks of any state in their order, and those of a person.
CREATE INDEX review_task_by_age ON review_task (tenant_id, task_id);
CREATE INDEX review_task_of_person ON review_task (tenant_id, assignee, status, task_id);

-- Counts what waits in each loan, from the index alone.
CREATE INDEX review_task_waiting ON review_task (tenant_id, loan_id) WHERE status = 'OPEN';

-- What happened, in order. Rows are added and never changed.
CREATE TABLE event (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT, -- order of the stream; an identity column on PostgreSQL
    tenant_id TEXT NOT NULL,              -- owner
    event_id TEXT NOT NULL UNIQUE,        -- UUID
    event_type TEXT NOT NULL,             -- such as STAGE_COMPLETED
    loan_id TEXT NOT NULL,                -- the loan it concerns
    document_id TEXT,                     -- the document it concerns
    source_file_id TEXT,                  -- the source file it concerns
    stage TEXT,                           -- the stage it belongs to
    occurred_at BIGINT NOT NULL,          -- when it happened
    payload TEXT NOT NULL                 -- JSON object
);

-- Reads one tenant's stream.
CREATE INDEX event_of_tenant ON event (tenant_id, sequence);

-- Reads one tenant's stream of some types only, and from a moment on.
CREATE INDEX event_of_type ON event (tenant_id, event_type, sequence);
CREATE INDEX event_by_time ON event (tenant_id, occurred_at, sequence);

-- Reads one loan's timeline.
CREATE INDEX event_of_loan ON event (loan_id, sequence);

-- Stages that counted. The key makes a stage that is executed twice have one effect.
CREATE TABLE stage_run (
    tenant_id TEXT NOT NULL,              -- owner
    document_id TEXT NOT NULL,            -- the document
    revision BIGINT NOT NULL,             -- the document's pass through the pipeline
    stage TEXT NOT NULL,                  -- the stage
    outcome TEXT NOT NULL,                -- completed or failed
    started_at BIGINT NOT NULL,           -- when the execution that counted began
    finished_at BIGINT NOT NULL,          -- when it was committed
    PRIMARY KEY (document_id, revision, stage)
);

-- Units of work that a process holds: a page while it is read, a document while a stage of it runs.
CREATE TABLE lease (
    tenant_id TEXT NOT NULL,              -- owner of the unit
    unit_id TEXT NOT NULL PRIMARY KEY,    -- page_id or document_id
    owner TEXT NOT NULL,                  -- the process that holds it
    fence BIGINT NOT NULL,                -- counts the holders; a commit with an older number is refused
    expires_at BIGINT NOT NULL            -- when another process may take it; 0 when it was given back
);

-- Finds and renews what a process holds.
CREATE INDEX lease_of_owner ON lease (owner);

-- What loans of an investor or product are checked against.
CREATE TABLE loan_configuration (
    tenant_id TEXT NOT NULL,              -- owner
    configuration_id TEXT NOT NULL PRIMARY KEY, -- UUID
    name TEXT NOT NULL,                   -- its name, unique within the tenant
    content TEXT NOT NULL,                -- JSON: the configuration
    created_at BIGINT NOT NULL,           -- when it was made
    updated_at BIGINT NOT NULL,           -- when it was last changed
    UNIQUE (tenant_id, name)
);

-- Custom document types, and standard types that the tenant has deactivated.
CREATE TABLE document_type (
    tenant_id TEXT NOT NULL,              -- owner
    document_type_id TEXT NOT NULL,       -- a slug such as solar_lease
    definition TEXT,                      -- its definition (TOML); null for a standard type
    active SMALLINT NOT NULL,             -- whether documents may get it
    sample_count BIGINT NOT NULL,         -- from how many documents it was learned
    created_at BIGINT NOT NULL,           -- when it was made
    updated_at BIGINT NOT NULL,           -- when it was last changed
    PRIMARY KEY (tenant_id, document_type_id)
);

-- What a tenant set for fields; a field without a row has its standard name and is in use.
CREATE TABLE field_type (
    tenant_id TEXT NOT NULL,              -- owner
    field_type_id TEXT NOT NULL,          -- <type>.<field> or <type>.<table>.<column>
    display_name TEXT,                    -- its name; null for the standard one
    in_use SMALLINT NOT NULL,             -- whether it appears in the flattened data of loans
    updated_at BIGINT NOT NULL,           -- when it was last changed
    PRIMARY KEY (tenant_id, field_type_id)
);

-- Fields of other systems.
CREATE TABLE external_field (
    tenant_id TEXT NOT NULL,              -- owner
    external_field_id TEXT NOT NULL PRIMARY KEY, -- UUID
    name TEXT NOT NULL,                   -- its name
    table_index TEXT NOT NULL,            -- its identifier in the other system
    source TEXT NOT NULL,                 -- the other system
    created_at BIGINT NOT NULL,           -- when it was made
    UNIQUE (tenant_id, source, table_index)
);

-- Which field of ours fills which field of another system.
CREATE TABLE external_field_mapping (
    tenant_id TEXT NOT NULL,              -- owner
    mapping_id TEXT NOT NULL PRIMARY KEY, -- UUID
    field_type_id TEXT NOT NULL,          -- ours
    external_field_id TEXT NOT NULL,      -- theirs
    created_at BIGINT NOT NULL,           -- when it was made
    UNIQUE (tenant_id, field_type_id, external_field_id)
);

-- Documents that were pushed to a LOS. The key makes a push that is repeated have one effect.
CREATE TABLE push (
    tenant_id TEXT NOT NULL,              -- owner
    document_id TEXT NOT NULL,            -- the document
    target TEXT NOT NULL,                 -- the name of the target
    push_key TEXT NOT NULL,               -- document, version and digest of what was pushed
    location TEXT NOT NULL,               -- where it is there
    pushed_at BIGINT NOT NULL,            -- when
    PRIMARY KEY (document_id, target, push_key)
);

-- Objects of a bucket that were taken in or refused, so that each is looked at once.
CREATE TABLE pulled_object (
    tenant_id TEXT NOT NULL,              -- owner
    location TEXT NOT NULL,               -- bucket and key
    etag TEXT NOT NULL,                   -- which bytes
    source_file_id TEXT,                  -- what it became; null when it was refused
    reason TEXT,                          -- why it was refused
    pulled_at BIGINT NOT NULL,            -- when
    PRIMARY KEY (tenant_id, location, etag)
);

-- What corrections taught: labels of fields, titles of types. One tenant's, and only that tenant's.
CREATE TABLE learned_phrase (
    tenant_id TEXT NOT NULL,              -- owner
    learned_id TEXT NOT NULL PRIMARY KEY, -- UUID
    kind TEXT NOT NULL,                   -- label or anchor
    document_type_id TEXT NOT NULL,       -- the type
    field_id TEXT NOT NULL,               -- the field; empty for an anchor
    phrase TEXT NOT NULL,                 -- the words
    seen BIGINT NOT NULL,                 -- how many corrections spoke for it
    created_at BIGINT NOT NULL,           -- when it was first learned
    updated_at BIGINT NOT NULL,           -- when it was last confirmed
    UNIQUE (tenant_id, kind, document_type_id, field_id, phrase)
);

-- Every change that a person made or caused. Rows are added and never changed; each hash covers the one before it.
CREATE TABLE audit_entry (
    tenant_id TEXT NOT NULL,              -- owner
    sequence BIGINT NOT NULL,             -- order within the tenant, from 1
    actor TEXT NOT NULL,                  -- who
    action TEXT NOT NULL,                 -- what, such as document.correct
    subject TEXT NOT NULL,                -- on what kind of record
    subject_id TEXT NOT NULL,             -- on which one
    before TEXT,                          -- JSON: what it was
    after TEXT,                           -- JSON: what it became
    occurred_at BIGINT NOT NULL,          -- when
    previous_hash TEXT NOT NULL,          -- the hash of the entry before it; empty for the first
    hash TEXT NOT NULL,                   -- SHA-256 over the other columns, hexadecimal
    PRIMARY KEY (tenant_id, sequence)
);

-- Reads what happened to one record.
CREATE INDEX audit_entry_of_subject ON audit_entry (subject_id, sequence);

-- Runs of the income analysis. Rows are added, end once, and are never deleted.
CREATE TABLE income_run (
    tenant_id TEXT NOT NULL,              -- owner
    run_id TEXT NOT NULL PRIMARY KEY,     -- UUID
    loan_id TEXT NOT NULL,                -- the loan
    status TEXT NOT NULL,                 -- active, completed, failed or superseded
    guideline TEXT NOT NULL,              -- by whose rules, such as FANNIE_MAE
    edition TEXT NOT NULL,                -- the edition of those rules that this program knew
    engine TEXT NOT NULL,                 -- what computed it; while active what was asked
    engine_version TEXT,                  -- its version; null until it has answered
    requested_by TEXT NOT NULL,           -- who asked for it
    created_at BIGINT NOT NULL,           -- when it began
    calculated_at BIGINT,                 -- when it had its result; null while active and when there is none
    inputs_sha256 TEXT NOT NULL,          -- digest of all that was looked at
    income_case BLOB NOT NULL,            -- what was looked at: JSON, zstd; the run can be repeated from it
    result TEXT,                          -- JSON: the result
    failure_code TEXT,                    -- why it failed, such as ENGINE_TIMEOUT
    failure_message TEXT,                 -- the same for a person
    owner TEXT                            -- the process that computes it; null when it has ended
);

-- Lists a loan's runs.
CREATE INDEX income_run_of_loan ON income_run (loan_id, run_id);

-- At most one active run a loan.
CREATE UNIQUE INDEX income_run_active ON income_run (loan_id) WHERE status = 'active';

-- The documents that a run looked at, as they were then.
CREATE TABLE income_run_document (
    tenant_id TEXT NOT NULL,              -- owner
    run_id TEXT NOT NULL,                 -- the run
    position BIGINT NOT NULL,             -- order, from 0
    document_id TEXT NOT NULL,            -- the document
    values_sha256 TEXT NOT NULL,          -- digest of its values
    file_name TEXT NOT NULL,              -- the name of its source file
    document_type TEXT NOT NULL,          -- the name of its type
    PRIMARY KEY (run_id, document_id)
);

-- How an external engine answered lately, so that one that is down is left alone for a while.
CREATE TABLE engine_circuit (
    tenant_id TEXT NOT NULL,              -- owner
    engine TEXT NOT NULL,                 -- its address
    failures BIGINT NOT NULL,             -- failures in a row
    open_until BIGINT,                    -- before then it is not asked; null when it may be
    PRIMARY KEY (tenant_id, engine)
);

-- Reports that are kept with a loan: what its checks found, what is required, what people changed. Rows are added and
-- never changed; the newest of a kind and configuration tells how the loan stands.
CREATE TABLE loan_report (
    tenant_id TEXT NOT NULL,              -- owner
    report_id TEXT NOT NULL PRIMARY KEY,  -- UUID
    loan_id TEXT NOT NULL,                -- the loan
    kind TEXT NOT NULL,                   -- validation, condition_checklist or audit
    configuration_id TEXT,                -- what the loan was checked against; null for the checks of types only
    created_by TEXT NOT NULL,             -- who asked for it
    created_at BIGINT NOT NULL,           -- when it was made
    items TEXT NOT NULL                   -- JSON: its lines
);

-- Lists a loan's reports.
CREATE INDEX loan_report_of_loan ON loan_report (loan_id, report_id);

-- API keys: who may call the API on a tenant's behalf. Rows are never deleted.
CREATE TABLE api_key (
    tenant_id TEXT NOT NULL,              -- owner
    key_id TEXT NOT NULL PRIMARY KEY,     -- UUID
    name TEXT,                            -- what it is for, in its owner's words
    role TEXT NOT NULL,                   -- reader, operator or admin
    created_by TEXT NOT NULL,             -- who made it
    created_at BIGINT NOT NULL,           -- when it was made
    expires_at BIGINT,                    -- from when on it is refused; null for never
    revoked_at BIGINT                     -- since when it is refused; null while it is not
);

-- Lists a tenant's keys.
CREATE INDEX api_key_of_tenant ON api_key (tenant_id, key_id);

-- The secrets of a key: one, or two while it is being rotated. Only digests are kept (HMAC-SHA256 under key.pepper).
CREATE TABLE api_key_credential (
    tenant_id TEXT NOT NULL,              -- owner
    handle TEXT NOT NULL PRIMARY KEY,     -- the first 8 letters of the key behind its prefix; public
    key_id TEXT NOT NULL,                 -- the key
    key_digest TEXT NOT NULL,             -- digest of the API key
    secret_digest TEXT NOT NULL,          -- digest of the client secret
    created_at BIGINT NOT NULL,           -- when it was made
    ends_at BIGINT,                       -- from when on it is refused because a newer one took its place
    last_used_at BIGINT                   -- when it was last used, to the minute; null for never
);

-- Finds the secrets of a key.
CREATE INDEX api_key_credential_of_key ON api_key_credential (key_id, created_at, handle);

-- People who sign in to the page for reviewers.
CREATE TABLE local_user (
    tenant_id TEXT NOT NULL,              -- owner
    user_id TEXT NOT NULL PRIMARY KEY,    -- UUID
    name TEXT NOT NULL,                   -- the name that they sign in with, as it was given
    folded_name TEXT NOT NULL,            -- the same in lower case, by which it is found
    role TEXT NOT NULL,                   -- reader, operator or admin
    password_hash TEXT NOT NULL,          -- Argon2id hash of the password with its salt and costs (PHC string)
    disabled SMALLINT NOT NULL,           -- whether they are refused for now
    created_at BIGINT NOT NULL,           -- when it was made
    updated_at BIGINT NOT NULL,           -- when it was last changed
    last_sign_in_at BIGINT,               -- when they last signed in; null for never
    UNIQUE (tenant_id, folded_name)
);

-- Sessions of people who have signed in. Only digests of their tokens are kept.
CREATE TABLE session (
    tenant_id TEXT NOT NULL,              -- owner
    token_digest TEXT NOT NULL PRIMARY KEY, -- SHA-256 of the token, hexadecimal
    user_id TEXT,                         -- the local user; null for one whom a trusted proxy named
    user_name TEXT NOT NULL,              -- the name, as the audit log knows it
    role TEXT NOT NULL,                   -- reader, operator or admin
    csrf_token TEXT NOT NULL,             -- what changes must come with
    created_at BIGINT NOT NULL,           -- when they signed in
    last_seen_at BIGINT NOT NULL,         -- when it was last used, to the minute
    expires_at BIGINT NOT NULL            -- when it ends, however much it is used
);

-- Ends the sessions of a user, and finds those that are over.
CREATE INDEX session_of_user ON session (user_id);
CREATE INDEX session_by_end ON session (expires_at);

-- Tries to sign in that did not succeed yet, so that passwords cannot be guessed.
CREATE TABLE sign_in_try (
    tenant_id TEXT NOT NULL,              -- owner; the nil UUID when there is no tenant of the given name
    name_digest TEXT NOT NULL PRIMARY KEY, -- SHA-256 of tenant and name: someone may type a password as the name
    tries BIGINT NOT NULL,                -- how many since the first
    first_at BIGINT NOT NULL,             -- when the first of them was
    refused_until BIGINT                  -- before then every try is refused; null when it is not
);

-- Forgets old tries.
CREATE INDEX sign_in_try_by_age ON sign_in_try (first_at);

-- Who is told of results over HTTP.
CREATE TABLE webhook (
    tenant_id TEXT NOT NULL,              -- owner
    webhook_id TEXT NOT NULL PRIMARY KEY, -- UUID
    url TEXT NOT NULL,                    -- where it is told
    event_types TEXT NOT NULL,            -- JSON array: of what, such as extraction.completed
    description TEXT,                     -- what it is for, in its owner's words
    active SMALLINT NOT NULL,             -- whether it is told
    disabled_reason TEXT,                 -- why the program stopped telling it; null when a person did
    secret TEXT NOT NULL,                 -- what deliveries are signed with (whsec_...)
    previous_secret TEXT,                 -- the one before, while both sign
    previous_until BIGINT,                -- until when both sign
    failing_since BIGINT,                 -- since when every try failed; null when the last one did not
    created_at BIGINT NOT NULL,           -- when it was made
    updated_at BIGINT NOT NULL            -- when it was last changed
);

-- Lists a tenant's webhooks.
CREATE INDEX webhook_of_tenant ON webhook (tenant_id, webhook_id);

-- What webhooks are told: written together with the event, tried until it is delivered or given up.
CREATE TABLE webhook_delivery (
    tenant_id TEXT NOT NULL,              -- owner
    delivery_id TEXT NOT NULL PRIMARY KEY, -- UUID
    webhook_id TEXT NOT NULL,             -- who is told
    event_id TEXT NOT NULL,               -- the event; receivers know repetitions by it
    event_type TEXT NOT NULL,             -- such as extraction.completed
    body TEXT NOT NULL,                   -- JSON: what is sent, byte for byte
    status TEXT NOT NULL,                 -- pending, delivered or failed
    attempts BIGINT NOT NULL,             -- how often it was tried in all
    rung BIGINT NOT NULL,                 -- how often it was tried since it was begun
    begun_at BIGINT,                      -- when it was first tried; anew when someone has it delivered again
    next_attempt_at BIGINT,               -- when it is to be tried; null when it is not
    lease_until BIGINT,                   -- a process tries it now, and no other until then
    response_status BIGINT,               -- what the last try was answered with; null for no answer
    error TEXT,                           -- why the last try failed
    created_at BIGINT NOT NULL,           -- when it was written
    delivered_at BIGINT                   -- when it was delivered
);

-- Lists what a webhook was told, all of it or by state.
CREATE INDEX webhook_delivery_of_webhook ON webhook_delivery (webhook_id, delivery_id);
CREATE INDEX webhook_delivery_of_status ON webhook_delivery (webhook_id, status, delivery_id);

-- Finds what is due, and what is being tried.
CREATE INDEX webhook_delivery_due ON webhook_delivery (webhook_id, next_attempt_at) WHERE status = 'pending';
CREATE INDEX webhook_delivery_in_flight ON webhook_delivery (webhook_id, lease_until)
    WHERE status = 'pending' AND lease_until IS NOT NULL;

-- Forgets what was told long ago.
CREATE INDEX webhook_delivery_by_age ON webhook_delivery (created_at) WHERE status <> 'pending';

-- What was answered to requests that came with a key of the client's, so that a repeated one does nothing twice.
CREATE TABLE idempotency_key (
    tenant_id TEXT NOT NULL,              -- owner
    key_digest TEXT NOT NULL,             -- SHA-256 of the key
    request_digest TEXT NOT NULL,         -- SHA-256 of route and body: the same key may not come with another request
    status BIGINT,                        -- the status that was answered; null while the request runs
    body TEXT,                            -- the body that was answered; null when it held a secret
    created_at BIGINT NOT NULL,           -- when the request came
    PRIMARY KEY (tenant_id, key_digest)
);

-- Finds what is over.
CREATE INDEX idempotency_key_created ON idempotency_key (tenant_id, created_at);
