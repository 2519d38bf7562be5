-- API keys: who may call, and what is kept of their secrets. Ways into the event stream by type and by moment.

CREATE TABLE api_key (
    tenant_id TEXT NOT NULL,
    key_id TEXT NOT NULL PRIMARY KEY,
    name TEXT,
    role TEXT NOT NULL,
    created_by TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT,
    revoked_at BIGINT
);

CREATE INDEX api_key_of_tenant ON api_key (tenant_id, key_id);

CREATE TABLE api_key_credential (
    tenant_id TEXT NOT NULL,
    handle TEXT NOT NULL PRIMARY KEY,
    key_id TEXT NOT NULL,
    key_digest TEXT NOT NULL,
    secret_digest TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    ends_at BIGINT,
    last_used_at BIGINT
);

CREATE INDEX api_key_credential_of_key ON api_key_credential (key_id, created_at, handle);

CREATE INDEX event_of_type ON event (tenant_id, event_type, sequence);
CREATE INDEX event_by_time ON event (tenant_id, occurred_at, sequence);
