-- People who sign in to the page for reviewers, and their sessions.

CREATE TABLE local_user (
    tenant_id TEXT NOT NULL,
    user_id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    folded_name TEXT NOT NULL,
    role TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    disabled SMALLINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    last_sign_in_at BIGINT,
    UNIQUE (tenant_id, folded_name)
);

CREATE TABLE session (
    tenant_id TEXT NOT NULL,
    token_digest TEXT NOT NULL PRIMARY KEY,
    user_id TEXT,
    user_name TEXT NOT NULL,
    role TEXT NOT NULL,
    csrf_token TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    last_seen_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE INDEX session_of_user ON session (user_id);
CREATE INDEX session_by_end ON session (expires_at);

CREATE TABLE sign_in_try (
    tenant_id TEXT NOT NULL,
    name_digest TEXT NOT NULL PRIMARY KEY,
    tries BIGINT NOT NULL,
    first_at BIGINT NOT NULL,
    refused_until BIGINT
);

CREATE INDEX sign_in_try_by_age ON sign_in_try (first_at);
