/** Lists which text columns of the database can contain personal data. A test requires an entry for each column. */

/**
 * Text columns that can contain data of a customer or a text about a customer. Tests of the erasure write a marker into
 * each.
 */
export const personal: Readonly<Record<string, readonly string[]>> = {
  audit_log: ['reason'],
  differences: ['reason'],
  disputes: ['reason'],
  idempotency_records: ['answer'],
  job_attempts: ['error'],
  jobs: ['payload', 'last_error'],
  membership_grants: ['reason', 'revoke_reason'],
  notes: ['text'],
  // The keyed hash of an address is personal too: a person with the secret key can check whether it belongs to an
  // address.
  order_emails: ['address', 'address_digest'],
  order_history: ['event'],
  order_problems: ['note', 'area', 'picture_file', 'reply', 'remake_details', 'remake_error'],
  orders: ['details', 'fingerprint', 'result_file'],
  outside_events: ['body'],
  payment_attempts: ['client_data', 'payer_id'],
  provider_accounts: ['account_id', 'session_key'],
  refund_approvals: ['reason', 'decision_reason'],
  refunds: ['reason', 'last_error'],
  uploads: ['path', 'file'],
  users: ['issuer', 'subject'],
  webhook_deliveries: ['last_error'],
};

/**
 * Text columns without personal data: codes, the numbers of orders and payments, which the law demands to keep, and
 * texts of operators about the shop. `*`: every other text column of the table.
 */
export const impersonal: Readonly<Record<string, readonly string[]>> = {
  api_tokens: ['*'],
  audit_log: [
    'operator',
    'action',
    'target_kind',
    'target_id',
    'address',
    'request_id',
    'facts_before',
    'facts_after',
  ],
  authenticator_apps: ['*'],
  bill_days: ['*'],
  bill_rows: ['*'],
  bill_totals: ['*'],
  consent_texts: ['*'],
  differences: ['*'],
  disputes: ['provider', 'dispute_no', 'payment_no', 'state', 'currency'],
  erasures: ['tombstone', 'kind', 'orders', 'operator'],
  document_versions: ['*'],
  goods: ['*'],
  // Its column `key` contains hashes of client addresses, made with the secret key.
  held_places: ['*'],
  // For an anonymous caller, `key` contains a hash of the idempotency key, and this key encrypts the stored response.
  idempotency_records: ['scope', 'key', 'body_hash'],
  inbox_owners: ['*'],
  job_attempts: ['kind', 'key', 'outcome'],
  jobs: ['kind', 'key', 'state', 'request_id'],
  membership_grants: ['granted_by', 'revoked_by'],
  notes: ['target_kind', 'operator'],
  operator_sessions: ['*'],
  operators: ['*'],
  order_emails: ['language', 'unsubscribe_token', 'message_key'],
  order_history: ['type', 'actor'],
  order_problems: ['reason', 'state', 'answer', 'answered_by'],
  orders: [
    'order_no',
    'owned_by',
    'funct_name',
    'currency',
    'status',
    'cancelled_by',
    'refund_no',
    'deal_status',
    'fail_reason',
  ],
  outside_events: ['event_id', 'type'],
  passkeys: ['*'],
  payment_attempts: ['payment_no', 'provider', 'channel', 'currency', 'title', 'state', 'provider_ref'],
  payment_notifies: ['*'],
  pending_sign_ins: ['*'],
  // Contains hashes, and the path of an upload. Row and upload are deleted after ten minutes at the latest.
  photo_links: ['*'],
  provider_accounts: ['provider'],
  recovery_codes: ['*'],
  refund_approvals: ['currency', 'requested_by', 'state', 'decided_by', 'settled_refund_no'],
  refunds: [
    'refund_no',
    'purpose',
    'currency',
    'state',
    'provider',
    'provider_refund_id',
    'failure_code',
    'settled_by',
  ],
  refused_notifications: ['*'],
  refused_sign_ins: ['*'],
  sandbox_payments: ['*'],
  sandbox_refunds: ['*'],
  saved_filters: ['*'],
  shop_settings: ['*'],
  sign_in_rules: ['*'],
  sign_in_tries: ['*'],
  spent_limits: ['*'],
  unused_icons: ['*'],
  used_challenges: ['*'],
  users: ['kind'],
  webhook_deliveries: ['event_id', 'state'],
  webhook_endpoints: ['*'],
  webhook_replays: ['*'],
  workers: ['*'],
};
