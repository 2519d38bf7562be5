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
