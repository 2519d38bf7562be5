-- Webhooks: who is told of results, and the durable outbox of what they are told.

CREATE TABLE webhook (
    tenant_id TEXT NOT NULL,
    webhook_id TEXT NOT NULL PRIMARY KEY,
    url TEXT NOT NULL,
    event_types TEXT NOT NULL,
    description TEXT,
    active SMALLINT NOT NULL,
    disabled_reason TEXT,
    secret TEXT NOT NULL,
    previous_secret TEXT,
    previous_until BIGINT,
    failing_since BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);

CREATE INDEX webhook_of_tenant ON webhook (tenant_id, webhook_id);

CREATE TABLE webhook_delivery (
    tenant_id TEXT NOT NULL,
    delivery_id TEXT NOT NULL PRIMARY KEY,
    webhook_id TEXT NOT NULL,
    event_id TEXT NOT NULL,
    event_type TEXT NOT NULL,
    body TEXT NOT NULL,
    status TEXT NOT NULL,
    attempts BIGINT NOT NULL,
    rung BIGINT NOT NULL,
    begun_at BIGINT,
    next_attempt_at BIGINT,
    lease_until BIGINT,
    response_status BIGINT,
    error TEXT,
    created_at BIGINT NOT NULL,
    delivered_at BIGINT
);

CREATE INDEX webhook_delivery_of_webhook ON webhook_delivery (webhook_id, delivery_id);
CREATE INDEX webhook_delivery_of_status ON webhook_delivery (webhook_id, status, delivery_id);
CREATE INDEX webhook_delivery_due ON webhook_delivery (webhook_id, next_attempt_at) WHERE status = 'pending';
CREATE INDEX webhook_delivery_in_flight ON webhook_delivery (webhook_id, lease_until)
    WHERE status = 'pending' AND lease_until IS NOT NULL;
CREATE INDEX webhook_delivery_by_age ON webhook_delivery (created_at) WHERE status <> 'pending';
