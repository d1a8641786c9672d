-- Made by test/store/schema.test.ts from the migrations. Not to be run: the service migrates itself.

CREATE TABLE api_tokens (
  id integer primary key autoincrement,
  digest text not null unique,
  operator_id integer not null references operators (id),
  name text not null,
  role text not null check (role in ('viewer', 'support', 'owner')),
  created_at integer not null,
  expires_at integer not null,
  used_at integer
) strict;

CREATE INDEX api_tokens_of_operator on api_tokens (operator_id);

CREATE TRIGGER "audit_log_refuses_delete" before delete on "audit_log"
        begin select raise(abort, 'audit_log is append-only'); end;

CREATE TRIGGER "audit_log_refuses_update" before update on "audit_log"
    when not (new.id = old.id and new.at = old.at and new.operator = old.operator
and new.action = old.action and new.target_kind = old.target_kind and new.target_id = old.target_id
and new.address is not distinct from old.address and new.request_id is not distinct from old.request_id
and new.reason is null
and (new.facts_before is null or new.facts_before is not distinct from old.facts_before)
and (new.facts_after is null or new.facts_after is not distinct from old.facts_after))
    begin select raise(abort, 'audit_log is append-only'); end;

CREATE TABLE audit_log (
  id integer primary key autoincrement,
  at integer not null,
  operator text not null,
  action text not null,
  target_kind text not null,
  target_id text not null,
  address text,
  request_id text,
  reason text,
  facts_before text,
  facts_after text
) strict;

CREATE INDEX audit_log_by_action on audit_log (action, id);

CREATE INDEX audit_log_by_operator on audit_log (operator, id);

CREATE INDEX audit_log_by_target on audit_log (target_kind, target_id, id);

CREATE TABLE authenticator_apps (
  operator_id integer not null primary key references operators (id),
  sealed_secret text not null,
  created_at integer not null,
  confirmed_at integer,
  used_step integer not null
) strict, without rowid;

CREATE TABLE bill_days (
  provider text not null,
  day integer not null,
  state text not null check (state in ('waiting', 'fetched', 'compared', 'given_up')),
  next_try_at integer not null,
  tries integer not null,
  last_error text,
  fetched_at integer,
  foreign_rows integer not null,
  primary key (provider, day)
) strict, without rowid;

CREATE TABLE bill_rows (
  provider text not null,
  day integer not null,
  line integer not null,
  kind text not null check (kind in ('payment', 'refund')),
  number text not null,
  payment_no text,
  provider_ref text not null,
  amount_minor integer not null check (amount_minor >= 0),
  currency text not null,
  fee_minor integer,
  state text not null check (state in ('done', 'pending', 'failed')),
  at integer not null,
  primary key (provider, day, line)
) strict, without rowid;

CREATE INDEX bill_rows_by_number on bill_rows (number, kind, provider);

CREATE TABLE bill_totals (
  provider text not null,
  day integer not null,
  currency text not null,
  payments integer not null,
  payments_minor integer not null,
  refunds integer not null,
  refunds_minor integer not null,
  fee_minor integer,
  primary key (provider, day, currency)
) strict, without rowid;

CREATE TABLE consent_texts (
    version integer not null primary key,
    text_en text not null,
    text_zh text not null,
    created_by text not null,
    created_at integer not null
  ) strict;

CREATE TABLE differences (
  id integer primary key autoincrement,
  provider text not null,
  day integer not null,
  kind text not null check (kind in ('payment', 'refund')),
  number text not null,
  payment_no text,
  order_id integer references orders (id),
  type text not null check (type in ('unknown_to_us', 'unknown_to_provider', 'amount', 'state')),
  provider_ref text,
  billed_minor integer,
  billed_currency text,
  billed_state text check (billed_state in ('done', 'pending', 'failed')),
  own_minor integer,
  own_currency text,
  own_state text check (own_state in ('done', 'pending', 'failed', 'open')),
  remedy text not null check (remedy in ('apply_payment', 'refund_payment', 'retry_refund', 'look')),
  found_at integer not null,
  remedied_at integer,
  remedied_by text,
  resolution text check (resolution in ('agreed', 'operator')),
  resolved_at integer,
  resolved_by text,
  reason text,
  check ((resolution is null) = (resolved_at is null)),
  check (resolution is null or (resolution = 'operator') = (resolved_by is not null))
) strict;

CREATE INDEX differences_by_number on differences (number, kind, provider);

CREATE INDEX differences_of_order on differences (order_id);

CREATE UNIQUE INDEX differences_open on differences (provider, kind, number)
  where resolution is null;

CREATE TABLE disputes (
  id integer primary key autoincrement,
  provider text not null,
  dispute_no text not null,
  order_id integer not null references orders (id),
  payment_no text not null,
  state text not null check (state in ('open', 'won', 'lost', 'closed')),
  amount_minor integer,
  currency text,
  reason text not null,
  opened_at integer not null,
  changed_at integer not null,
  unique (provider, dispute_no)
) strict;

CREATE INDEX disputes_of_order on disputes (order_id);

CREATE INDEX disputes_open on disputes (id) where state = 'open';

CREATE TABLE document_versions (
  id integer primary key autoincrement,
  document text not null,
  rule text,
  on_sale integer not null check (on_sale in (0, 1)),
  created_at integer not null
) strict;

CREATE INDEX document_versions_of_document on document_versions (document, id);

CREATE TABLE erasures (
    id integer primary key autoincrement,
    tombstone text not null unique,
    kind text not null check (kind in ('user', 'order')),
    user_id integer not null,
    user_created_at integer not null,
    orders text not null,
    erased_at integer not null,
    operator text,
    is_stored integer not null,
    finished_at integer
  ) strict;

CREATE INDEX erasures_open on erasures (id) where finished_at is null or is_stored = 0;

CREATE TABLE face_consents (
    id integer primary key autoincrement,
    user_id integer not null references users (id) on delete cascade,
    version integer not null references consent_texts (version),
    given_at integer not null,
    withdrawn_at integer
  ) strict;

CREATE INDEX face_consents_by_user on face_consents (user_id, version);

CREATE TABLE goods (
  id integer primary key autoincrement,
  title text not null,
  summary text not null,
  icon text not null,
  price_minor integer not null check (price_minor >= 0),
  member_price_minor integer check (member_price_minor >= 0),
  sort integer not null,
  funct_name text not null,
  on_shelf integer not null check (on_shelf in (0, 1))
, description text not null default '', translations text not null default '{}', picture text) strict;

CREATE TABLE held_places (
    key text not null,
    process text not null,
    held integer not null,
    kept_until integer not null,
    primary key (key, process)
  ) strict, without rowid;

CREATE INDEX held_places_by_kept_until on held_places (kept_until);

CREATE INDEX held_places_by_process on held_places (process);

CREATE TABLE idempotency_records (
  scope text not null,
  "key" text not null,
  body_hash text not null,
  answer text,
  created_at integer not null, order_no text,
  primary key (scope, "key")
) strict, without rowid;

CREATE INDEX idempotency_records_by_age on idempotency_records (created_at);

CREATE INDEX idempotency_records_by_order on idempotency_records (order_no) where order_no is not null;

CREATE TABLE inbox_owners (
  topic text not null,
  item_id integer not null,
  owner text not null,
  since integer not null,
  primary key (topic, item_id)
) strict, without rowid;

CREATE TABLE job_attempts (
  id integer primary key autoincrement,
  kind text not null,
  "key" text,
  attempt integer not null,
  ended_at integer not null,
  duration_ms integer not null check (duration_ms >= 0),
  outcome text not null check (outcome in ('done', 'failed', 'exhausted')),
  error text
) strict;

CREATE INDEX job_attempts_by_key on job_attempts ("key", kind, id);

CREATE INDEX job_attempts_by_time on job_attempts (kind, ended_at, outcome, duration_ms);

CREATE TABLE jobs (
  id integer primary key autoincrement,
  kind text not null,
  "key" text,
  state text not null check (state in ('ready', 'running', 'dead')),
  payload text not null,
  priority integer not null,
  run_at integer not null,
  due_at integer not null,
  attempts integer not null check (attempts >= 0),
  attempts_max integer not null check (attempts_max >= 1),
  claims integer not null,
  last_error text,
  request_id text,
  created_at integer not null
, lost_leases integer not null default 0) strict;

CREATE INDEX jobs_dead on jobs (id) where state = 'dead';

CREATE INDEX jobs_dead_by_key on jobs ("key", kind) where state = 'dead';

CREATE INDEX jobs_due on jobs (kind, due_at) where state <> 'dead';

CREATE INDEX jobs_queue on jobs (kind, priority desc, run_at, id, state) where state <> 'dead';

CREATE UNIQUE INDEX jobs_unfinished on jobs (kind, "key") where state <> 'dead';

CREATE TABLE membership_grants (
  id integer primary key autoincrement,
  user_id integer not null references users (id),
  order_id integer unique references orders (id),
  months integer not null check (months >= 1),
  granted_at integer not null,
  revoked_at integer
, "granted_by" text, "reason" text, "revoked_by" text, "revoke_reason" text, months_refunded integer not null default 0
  check (months_refunded >= 0 and months_refunded < months)) strict;

CREATE INDEX membership_grants_by_user on membership_grants (user_id, id);

CREATE TABLE notes (
  id integer primary key autoincrement,
  target_kind text not null,
  target_id integer not null,
  operator text not null,
  text text not null,
  created_at integer not null
) strict;

CREATE INDEX notes_of_target on notes (target_kind, target_id, id);

CREATE TABLE operator_sessions (
  id integer primary key autoincrement,
  digest text not null unique,
  operator_id integer not null references operators (id),
  created_at integer not null,
  seen_at integer not null,
  expires_at integer not null,
  user_agent text,
  address text not null
, weak_password integer not null default 0, proven_at integer not null default 0) strict;

CREATE INDEX operator_sessions_by_operator on operator_sessions (operator_id, id);

CREATE TABLE operators (
  id integer primary key autoincrement,
  name text not null unique,
  password_hash text not null,
  role text not null check (role in ('viewer', 'support', 'owner'))
, created_at integer, disabled_at integer, environment_hash text) strict;

CREATE TABLE order_email_recipients (
  order_id integer not null references order_emails (order_id) on delete cascade,
  address_digest text not null,
  first_at integer not null,
  primary key (order_id, address_digest)
) strict, without rowid;

CREATE INDEX order_email_recipients_by_address on order_email_recipients (address_digest, first_at);

CREATE TABLE order_emails (
  order_id integer primary key not null references orders (id),
  address text,
  address_digest text not null,
  language text not null check (language in ('en', 'zh')),
  unsubscribe_token text not null unique,
  message_key text not null,
  entries integer not null,
  queued integer not null,
  entered_at integer not null,
  unsubscribed_at integer
) strict;

CREATE INDEX order_emails_by_address on order_emails (address_digest, entered_at);

CREATE INDEX order_emails_by_entry on order_emails (entered_at);

CREATE TRIGGER "order_history_refuses_delete" before delete on "order_history"
    when not exists (select 1 from orders where orders.id = old.order_id and orders.status = 'cancal')
    begin select raise(abort, 'order_history is append-only'); end;

CREATE TRIGGER "order_history_refuses_update" before update on "order_history"
    when not (new.order_id = old.order_id and new.seq = old.seq and new.type = old.type and new.at = old.at
and exists (select 1 from orders join users on users.id = orders.user_id
  where orders.id = old.order_id and users.erased_at is not null))
    begin select raise(abort, 'order_history is append-only'); end;

CREATE TABLE order_history (
  order_id integer not null references orders (id),
  seq integer not null check (seq >= 1),
  type text not null,
  at integer not null,
  event text not null,
  actor text not null,
  primary key (order_id, seq)
) strict, without rowid;

CREATE TABLE order_problems (
  id integer primary key autoincrement,
  order_id integer not null references orders (id),
  reason text not null,
  note text,
  area text,
  picture_file text,
  picture_until integer,
  reported_at integer not null,
  state text not null check (state in ('open', 'remaking', 'answered')),
  answer text check (answer in ('reply', 'remake', 'refund')),
  reply text,
  answered_by text,
  answered_at integer,
  remake_details text,
  remake_error text
) strict;

CREATE INDEX order_problems_of_order on order_problems (order_id);

CREATE INDEX order_problems_open on order_problems (id) where state = 'open';

CREATE TABLE orders (
  id integer primary key autoincrement,
  order_no text not null unique,
  user_id integer not null references users (id),
  owned_by text not null check (owned_by in ('guest', 'user')),
  goods_id integer not null references goods (id),
  funct_name text not null,
  details text not null,
  price_minor integer not null check (price_minor >= 0),
  currency text not null,
  from_user_id integer,
  created_at integer not null,
  expires_at integer not null,
  status text not null check (status in ('wait_pay', 'cancal', 'pay', 'wait_refund', 'refund')),
  cancelled_at integer,
  cancelled_by text check (cancelled_by in ('customer', 'operator', 'expiry')),
  paid_at integer,
  attempt_id integer,
  refund_no text,
  deal_status text not null check (deal_status in ('init', 'ing', 'done', 'fail')),
  work_started_at integer,
  work_finished_at integer,
  result_file text,
  result_until integer,
  fail_reason text,
  version integer not null check (version >= 1),
  fingerprint text,
  check ((status = 'cancal') = (cancelled_at is not null)),
  check ((cancelled_at is null) = (cancelled_by is null)),
  check ((status in ('pay', 'wait_refund', 'refund')) = (paid_at is not null)),
  check ((status in ('wait_refund', 'refund')) = (refund_no is not null)),
  check ((deal_status = 'ing') = (work_started_at is not null)),
  check ((deal_status in ('done', 'fail')) = (work_finished_at is not null)),
  check ((deal_status = 'fail') = (fail_reason is not null)),
  check (result_file is null or deal_status = 'done'),
  check (deal_status = 'init' or paid_at is not null)
) strict;

CREATE INDEX orders_by_ending on orders (substr(order_no, 25));

CREATE INDEX orders_by_good on orders (goods_id, status, deal_status, created_at, id);

CREATE INDEX orders_by_inviter on orders (from_user_id) where from_user_id is not null;

CREATE INDEX orders_by_state on orders (status, deal_status, created_at, id);

CREATE INDEX orders_by_user on orders (user_id, id);

CREATE INDEX orders_cancelled on orders (cancelled_at, id) where status = 'cancal';

CREATE INDEX orders_to_expire on orders (expires_at, id) where status = 'wait_pay';

CREATE INDEX orders_to_purge on orders (result_until, id) where result_file is not null;

CREATE INDEX orders_unpaid_twins on orders (fingerprint, created_at)
  where status = 'wait_pay' and fingerprint is not null;

CREATE TABLE outside_events (
  event_id text not null,
  order_id integer references orders (id),
  type text not null,
  body text not null,
  created_at integer not null,
  primary key (event_id)
) strict, without rowid;

CREATE INDEX outside_events_by_age on outside_events (created_at, event_id);

CREATE INDEX outside_events_by_order on outside_events (order_id, created_at);

CREATE TABLE passkeys (
  id integer primary key autoincrement,
  operator_id integer not null references operators (id),
  credential_id text not null unique,
  public_key text not null,
  counter integer not null,
  transports text not null,
  name text not null,
  created_at integer not null,
  used_at integer
) strict;

CREATE INDEX passkeys_of_operator on passkeys (operator_id);

CREATE TABLE payment_attempts (
  id integer primary key autoincrement,
  order_id integer not null references orders (id),
  payment_no text not null unique,
  provider text not null,
  channel text not null,
  amount_minor integer not null check (amount_minor > 0),
  currency text not null,
  state text not null check (state in ('opening', 'open', 'declined', 'closed', 'won', 'surplus')),
  provider_ref text,
  client_data text,
  received_minor integer check (received_minor >= 0),
  received_at integer,
  created_at integer not null, payer_id text, title text, joint_no text, joint_minor integer,
  check ((state in ('won', 'surplus')) = (received_minor is not null)),
  check ((received_minor is null) = (received_at is null))
) strict;

CREATE INDEX payment_attempts_by_joint on payment_attempts (joint_no) where joint_no is not null;

CREATE INDEX payment_attempts_by_order on payment_attempts (order_id, id);

CREATE INDEX payment_attempts_by_ref on payment_attempts (provider_ref)
where provider_ref is not null;

CREATE INDEX payment_attempts_received on payment_attempts (received_at)
  where received_at is not null;

CREATE INDEX payment_attempts_unpaid on payment_attempts (created_at) where received_at is null;

CREATE UNIQUE INDEX payment_attempts_won on payment_attempts (order_id) where state = 'won';

CREATE TABLE payment_notifies (
  provider text not null,
  event_id text not null,
  payment_no text,
  refund_no text,
  verdict text not null,
  received_at integer not null, received_minor integer, currency text,
  primary key (provider, event_id)
) strict, without rowid;

CREATE INDEX payment_notifies_by_payment on payment_notifies (payment_no)
  where payment_no is not null;

CREATE INDEX payment_notifies_by_refund on payment_notifies (refund_no) where refund_no is not null;

CREATE INDEX payment_notifies_foreign on payment_notifies (received_at)
  where verdict in ('unknown_payment', 'unknown_refund');

CREATE INDEX payment_notifies_ignored on payment_notifies (received_at) where verdict = 'ignored';

CREATE TABLE pending_sign_ins (
  id integer primary key autoincrement,
  digest text not null unique,
  operator_id integer not null references operators (id),
  password_hash text not null,
  weak_password integer not null,
  wrong_codes integer not null,
  expires_at integer not null
) strict;

CREATE TABLE photo_links (
    token_hash text not null primary key,
    secret_hash text not null unique,
    upload_path text,
    photos integer not null,
    created_at integer not null,
    expires_at integer not null
  ) strict, without rowid;

CREATE INDEX photo_links_by_expiry on photo_links (expires_at);

CREATE TABLE provider_accounts (
  provider text not null,
  account_id text not null,
  user_id integer not null references users (id),
  session_key text,
  updated_at integer not null,
  primary key (provider, account_id)
) strict, without rowid;

CREATE INDEX provider_accounts_by_account on provider_accounts (account_id);

CREATE INDEX provider_accounts_by_user on provider_accounts (user_id);

CREATE TABLE recovery_codes (
  id integer primary key autoincrement,
  operator_id integer not null references operators (id),
  digest text not null unique,
  used_at integer
) strict;

CREATE INDEX recovery_codes_of_operator on recovery_codes (operator_id);

CREATE TABLE refund_approvals (
  id integer primary key autoincrement,
  order_id integer not null references orders (id),
  amount_minor integer not null check (amount_minor > 0),
  currency text not null,
  reason text not null,
  requested_by text not null,
  requested_at integer not null,
  state text not null check (state in ('pending', 'confirmed', 'rejected')),
  decided_by text,
  decided_at integer,
  decision_reason text, months integer check (months >= 1), settled_refund_no text,
  check ((state = 'pending') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null)),
  check (state <> 'confirmed' or decided_by <> requested_by)
) strict;

CREATE INDEX refund_approvals_by_order on refund_approvals (order_id, id);

CREATE UNIQUE INDEX refund_approvals_pending on refund_approvals (order_id) where state = 'pending';

CREATE TABLE refunds (
  id integer primary key autoincrement,
  refund_no text not null unique,
  order_id integer not null references orders (id),
  attempt_id integer not null references payment_attempts (id),
  purpose text not null check (purpose in ('order', 'surplus')),
  amount_minor integer not null check (amount_minor > 0),
  currency text not null,
  reason text not null,
  state text not null check (state in ('requested', 'pending', 'done', 'failed')),
  provider text not null,
  provider_refund_id text,
  requested_at integer not null,
  finished_at integer,
  last_error text
, failure_code text check (failure_code in (
  'provider_unreachable', 'provider_refused', 'insufficient_balance', 'payer_account_abnormal', 'too_late',
  'app_store_only', 'payment_closed', 'unknown_payment', 'exceeds_payment'
)), months integer check (months >= 1), settled_by text, provider_done_at integer, done_before_doubt integer, retried_at integer) strict;

CREATE INDEX refunds_by_attempt on refunds (attempt_id);

CREATE INDEX refunds_by_order on refunds (order_id, id);

CREATE INDEX refunds_by_provider_id on refunds (provider_refund_id)
where provider_refund_id is not null;

CREATE UNIQUE INDEX refunds_of_order on refunds (order_id) where purpose = 'order' and months is null;

CREATE INDEX refunds_open on refunds (requested_at) where state <> 'done';

CREATE INDEX refunds_returned on refunds (finished_at) where state = 'done';

CREATE TABLE refused_notifications (
  provider text not null,
  code text not null check (code in ('signature', 'timestamp', 'probe', 'malformed', 'recipient', 'replay')),
  hour_at integer not null,
  times integer not null,
  last_at integer not null,
  last_why text not null,
  primary key (provider, code, hour_at)
) strict, without rowid;

CREATE TABLE refused_sign_ins (
  name text not null,
  client text not null,
  address text,
  times integer not null check (times >= 1),
  first_at integer not null,
  last_at integer not null,
  primary key (name, client)
) strict, without rowid;

CREATE TABLE sandbox_payments (
  payment_no text not null primary key,
  amount_minor integer not null check (amount_minor > 0),
  currency text not null,
  title text not null,
  state text not null check (state in ('open', 'declined', 'closed', 'paid')),
  plan text not null check (plan in ('none', 'late')),
  refund_plan text not null check (refund_plan in ('done', 'pending', 'failed')),
  notify_url text not null,
  return_url text not null,
  provider_ref text,
  paid_at integer,
  expires_at integer not null,
  created_at integer not null,
  check ((state = 'paid') = (paid_at is not null))
) strict, without rowid;

CREATE TABLE sandbox_refunds (
  refund_no text not null primary key,
  payment_no text not null references sandbox_payments (payment_no),
  amount_minor integer not null check (amount_minor > 0),
  state text not null check (state in ('pending', 'done', 'failed')),
  notify_url text not null,
  created_at integer not null,
  finished_at integer
) strict, without rowid;

CREATE INDEX sandbox_refunds_by_payment on sandbox_refunds (payment_no, created_at);

CREATE TABLE saved_filters (
  operator_id integer not null primary key references operators (id),
  filters text not null,
  changed_at integer not null
) strict, without rowid;

CREATE TABLE shipped_rules (
  hash text not null primary key,
  rule text not null,
  created_at integer not null
) strict, without rowid;

CREATE TABLE shop_settings (
  name text not null primary key,
  value text not null,
  changed_by text not null,
  changed_at integer not null
) strict, without rowid;

CREATE TABLE sign_in_rules (
  rule text not null primary key,
  is_on integer not null
) strict, without rowid;

CREATE TABLE sign_in_tries (
  subject text not null primary key,
  tries integer not null check (tries >= 0),
  wait_until integer not null,
  last_at integer not null
) strict, without rowid;

CREATE INDEX sign_in_tries_by_age on sign_in_tries (last_at);

CREATE TABLE spent_limits (
    key text not null primary key,
    window_ms integer not null,
    spent_ms integer not null,
    restored_at integer not null
  ) strict, without rowid;

CREATE INDEX spent_limits_by_restored_at on spent_limits (restored_at);

CREATE TABLE unused_icons (
  path text not null primary key,
  unused_since integer not null,
  is_removed integer not null
) strict, without rowid;

CREATE TABLE uploads (
  path text not null primary key,
  file text not null,
  owner_id integer references users (id),
  width_px integer not null check (width_px > 0),
  height_px integer not null check (height_px > 0),
  created_at integer not null,
  kept_until integer not null
) strict, without rowid;

CREATE INDEX uploads_by_owner on uploads (owner_id);

CREATE INDEX uploads_to_sweep on uploads (kept_until, path);

CREATE TABLE used_challenges (
  challenge text not null primary key,
  expires_at integer not null
) strict, without rowid;

CREATE TABLE users (
  id integer primary key autoincrement,
  kind text not null check (kind in ('guest', 'user')),
  issuer text,
  subject text,
  member_until integer,
  created_at integer not null, token_generation integer not null default 0, erased_at integer, absorbed_into integer,
  unique (issuer, subject),
  check ((kind = 'user') = (issuer is not null and subject is not null))
) strict;

CREATE INDEX users_by_absorber on users (absorbed_into) where absorbed_into is not null;

CREATE INDEX users_by_subject on users (subject, id) where subject is not null;

CREATE TABLE webhook_deliveries (
  event_id text not null,
  endpoint_id integer not null,
  created_at integer not null,
  state text not null check (state in ('waiting', 'held', 'delivered', 'failed')),
  attempts integer not null,
  last_attempt_at integer,
  last_status integer,
  last_error text,
  delivered_at integer,
  primary key (event_id, endpoint_id)
) strict, without rowid;

CREATE INDEX webhook_deliveries_by_age on webhook_deliveries (created_at);

CREATE INDEX webhook_deliveries_held on webhook_deliveries (endpoint_id, created_at, event_id)
  where state = 'held';

CREATE INDEX webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, created_at, event_id);

CREATE TABLE webhook_endpoints (
  id integer primary key autoincrement,
  origin text not null check (origin in ('environment', 'console')),
  url text not null,
  events text not null,
  state text not null check (state in ('active', 'paused', 'off')),
  off_reason text check (off_reason in ('gone', 'failing')),
  state_since integer not null,
  failing_since integer,
  last_failure_at integer,
  sealed_secret text not null,
  former_sealed_secret text,
  former_until integer,
  created_at integer not null
) strict;

CREATE UNIQUE INDEX webhook_endpoint_of_environment on webhook_endpoints (origin)
  where origin = 'environment';

CREATE TABLE webhook_replays (
  id integer primary key autoincrement,
  endpoint_id integer not null,
  after_at integer not null,
  after_id text not null,
  to_at integer not null,
  delivered_too integer not null
) strict;

CREATE TABLE workers (
  id text not null primary key,
  host text not null,
  version text not null,
  started_at integer not null,
  seen_at integer not null
) strict, without rowid;
