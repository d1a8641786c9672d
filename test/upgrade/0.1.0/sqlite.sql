CREATE TABLE "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
CREATE TABLE "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
CREATE TABLE users (
      id integer primary key autoincrement,
      kind text not null check (kind in ('guest', 'user')),
      issuer text,
      subject text,
      member_until integer,
      created_at integer not null, token_generation integer not null default 0,
      unique (issuer, subject),
      check ((kind = 'user') = (issuer is not null and subject is not null))
    ) strict;
CREATE TABLE operators (
      id integer primary key autoincrement,
      name text not null unique,
      password_hash text not null,
      role text not null check (role in ('viewer', 'support', 'owner'))
    , created_at integer, disabled_at integer, environment_hash text) strict;
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
    ) strict;
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
CREATE TABLE order_history (
      order_id integer not null references orders (id),
      seq integer not null check (seq >= 1),
      type text not null,
      at integer not null,
      event text not null,
      actor text not null,
      primary key (order_id, seq)
    ) strict, without rowid;
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
      created_at integer not null, payer_id text,
      check ((state in ('won', 'surplus')) = (received_minor is not null)),
      check ((received_minor is null) = (received_at is null))
    ) strict;
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
    )), months integer check (months >= 1)) strict;
CREATE TABLE payment_notifies (
      provider text not null,
      event_id text not null,
      payment_no text,
      refund_no text,
      verdict text not null,
      received_at integer not null, received_minor integer, currency text,
      primary key (provider, event_id)
    ) strict, without rowid;
CREATE TABLE membership_grants (
      id integer primary key autoincrement,
      user_id integer not null references users (id),
      order_id integer unique references orders (id),
      months integer not null check (months >= 1),
      granted_at integer not null,
      revoked_at integer
    , "granted_by" text, "reason" text, "revoked_by" text, "revoke_reason" text, months_refunded integer not null default 0
      check (months_refunded >= 0 and months_refunded < months)) strict;
CREATE TABLE uploads (
      path text not null primary key,
      file text not null,
      owner_id integer references users (id),
      width_px integer not null check (width_px > 0),
      height_px integer not null check (height_px > 0),
      created_at integer not null,
      kept_until integer not null
    ) strict, without rowid;
CREATE TABLE idempotency_records (
      scope text not null,
      "key" text not null,
      body_hash text not null,
      answer text,
      created_at integer not null,
      primary key (scope, "key")
    ) strict, without rowid;
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
CREATE TABLE sign_in_tries (
      subject text not null primary key,
      tries integer not null check (tries >= 0),
      wait_until integer not null,
      last_at integer not null
    ) strict, without rowid;
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
      decision_reason text, months integer check (months >= 1),
      check ((state = 'pending') = (decided_at is null)),
      check ((decided_at is null) = (decided_by is null)),
      check (state <> 'confirmed' or decided_by <> requested_by)
    ) strict;
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
CREATE TABLE workers (
      id text not null primary key,
      host text not null,
      version text not null,
      started_at integer not null,
      seen_at integer not null
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
CREATE TABLE authenticator_apps (
      operator_id integer not null primary key references operators (id),
      sealed_secret text not null,
      created_at integer not null,
      confirmed_at integer,
      used_step integer not null
    ) strict, without rowid;
CREATE TABLE recovery_codes (
      id integer primary key autoincrement,
      operator_id integer not null references operators (id),
      digest text not null unique,
      used_at integer
    ) strict;
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
CREATE TABLE used_challenges (
      challenge text not null primary key,
      expires_at integer not null
    ) strict, without rowid;
CREATE TABLE pending_sign_ins (
      id integer primary key autoincrement,
      digest text not null unique,
      operator_id integer not null references operators (id),
      password_hash text not null,
      weak_password integer not null,
      wrong_codes integer not null,
      expires_at integer not null
    ) strict;
CREATE TABLE sign_in_rules (
      rule text not null primary key,
      is_on integer not null
    ) strict, without rowid;
CREATE TABLE provider_accounts (
      provider text not null,
      account_id text not null,
      user_id integer not null references users (id),
      session_key text,
      updated_at integer not null,
      primary key (provider, account_id)
    ) strict, without rowid;
CREATE TABLE refused_notifications (
      provider text not null,
      code text not null check (code in ('signature', 'timestamp', 'probe', 'malformed', 'recipient', 'replay')),
      hour_at integer not null,
      times integer not null,
      last_at integer not null,
      last_why text not null,
      primary key (provider, code, hour_at)
    ) strict, without rowid;
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
CREATE TABLE outside_events (
      event_id text not null,
      order_id integer references orders (id),
      type text not null,
      body text not null,
      created_at integer not null,
      primary key (event_id)
    ) strict, without rowid;
CREATE TABLE inbox_owners (
      topic text not null,
      item_id integer not null,
      owner text not null,
      since integer not null,
      primary key (topic, item_id)
    ) strict, without rowid;
CREATE TABLE notes (
      id integer primary key autoincrement,
      target_kind text not null,
      target_id integer not null,
      operator text not null,
      text text not null,
      created_at integer not null
    ) strict;
insert into "kysely_migration" values ('0001-initial-schema', '2026-11-22T23:52:27.099Z');
insert into "kysely_migration" values ('0002-console', '2026-11-22T23:52:27.125Z');
insert into "kysely_migration" values ('0003-environment-password', '2026-11-22T23:52:27.134Z');
insert into "kysely_migration" values ('0004-refused-sign-ins', '2026-11-22T23:52:27.135Z');
insert into "kysely_migration" values ('0005-delivered-events', '2026-11-22T23:52:27.138Z');
insert into "kysely_migration" values ('0006-notified-money', '2026-11-22T23:52:27.140Z');
insert into "kysely_migration" values ('0007-weak-passwords', '2026-11-22T23:52:27.141Z');
insert into "kysely_migration" values ('0008-api-tokens', '2026-11-22T23:52:27.141Z');
insert into "kysely_migration" values ('0009-guest-tokens', '2026-11-22T23:52:27.150Z');
insert into "kysely_migration" values ('0010-purged-orders', '2026-11-22T23:52:27.151Z');
insert into "kysely_migration" values ('0011-lost-leases', '2026-11-22T23:52:27.152Z');
insert into "kysely_migration" values ('0012-second-factor', '2026-11-22T23:52:27.167Z');
insert into "kysely_migration" values ('0013-provider-facts', '2026-11-22T23:52:27.168Z');
insert into "kysely_migration" values ('0014-refused-notifications', '2026-11-22T23:52:27.169Z');
insert into "kysely_migration" values ('0015-disputes', '2026-11-22T23:52:27.169Z');
insert into "kysely_migration" values ('0016-reconciliation', '2026-11-22T23:52:27.170Z');
insert into "kysely_migration" values ('0017-webhook-endpoints', '2026-11-22T23:52:27.171Z');
insert into "kysely_migration" values ('0020-unpaid-attempts', '2026-11-22T23:52:27.171Z');
insert into "kysely_migration" values ('0025-month-refunds', '2026-11-22T23:52:27.173Z');
insert into "kysely_migration" values ('0035-inbox', '2026-11-22T23:52:27.174Z');
insert into "kysely_migration" values ('0036-order-endings', '2026-11-22T23:52:27.174Z');
insert into "kysely_migration" values ('0037-provider-references', '2026-11-22T23:52:27.174Z');
insert into "kysely_migration_lock" values ('migration_lock', 0);
insert into "users" values (1, 'guest', null, null, 1800661950552, 1795391550183, 0);
insert into "users" values (2, 'guest', null, null, null, 1795391551894, 0);
insert into "operators" values (1, 'admin', '$scrypt$n=32768,r=8,p=3$ZpkGGquoBdlHIJdY1lyBVA$2J70I8_p2up-uABpZFjx-5ghmSOqFu0VnZnN2L_XvE0', 'owner', 1795391548917, null, '$scrypt$n=32768,r=8,p=3$ZpkGGquoBdlHIJdY1lyBVA$2J70I8_p2up-uABpZFjx-5ghmSOqFu0VnZnN2L_XvE0');
insert into "goods" values (1, '照片上色', '让黑白老照片重现色彩', '/icons/colourise.svg', 990, 490, 10, 'mark_order_zhaopianshangse', 1);
insert into "goods" values (2, '一寸照', '标准一寸证件照，蓝、红、白底可选', '/icons/id-photo.svg', 690, 290, 20, 'mark_order_yiCunZhao', 1);
insert into "goods" values (3, '会员', '优先处理，会员价，结果保存更久', '/icons/vip.svg', 1990, null, 30, 'mark_order_vip', 1);
insert into "goods" values (4, '证件照', '二寸、签证、考试等各种尺寸，蓝、红、白底可选', '/icons/id-photo.svg', 990, 490, 40, 'mark_order_id_photo', 0);
insert into "orders" values (1, '1M82TSWQ7TK3D7X042RFKE21547G', 1, 'guest', 3, 'mark_order_vip', '{"num":1}', 1990, 'CNY', null, 1795391550183, 1795393350183, 'wait_pay', null, null, null, null, null, 'init', null, null, null, null, null, 1, null);
insert into "orders" values (2, '1M82TSWT7KEABQ2A0TKYFYA7A724', 1, 'guest', 3, 'mark_order_vip', '{"num":3}', 5970, 'CNY', null, 1795391550279, 1795393350279, 'cancal', 1795391550328, 'customer', null, null, null, 'init', null, null, null, null, null, 2, '["guest:1",3,{"num":3},null]');
insert into "orders" values (3, '1M82TSWX9D0HCE0KEF208787MT7N', 1, 'guest', 3, 'mark_order_vip', '{"num":2}', 3980, 'CNY', null, 1795391550377, 1795393350377, 'pay', null, null, 1795391550552, 2, null, 'done', null, 1795391550554, null, null, null, 4, '["guest:1",3,{"num":2},null]');
insert into "orders" values (4, '1M82TSXW7QX6W93SQFTZRM924RQ6', 1, 'guest', 2, 'mark_order_yiCunZhao', '{"path":"uploads/pbs9tbzggsszadkf0nfc2b5e5.jpg","color":"blue"}', 290, 'CNY', null, 1795391551367, 1795393351367, 'pay', null, null, 1795391551419, 3, null, 'done', null, 1795391563493, 'results/19z5jq582be4h1y62c0wwa31y.jpg', 1797983563493, null, 4, '["guest:1",2,{"path":"uploads/pbs9tbzggsszadkf0nfc2b5e5.jpg","color":"blue"},null]');
insert into "orders" values (5, '1M82TSY0MT9N3DT5FBGTNKQ937RR', 1, 'guest', 2, 'mark_order_yiCunZhao', '{"path":"uploads/k5h794rjv427pps9teyjyrfm1.jpg","color":"blue"}', 290, 'CNY', null, 1795391551508, 1795393351508, 'refund', null, null, 1795391551648, 4, 'R1M82TT4MP2RH4R0CR4TZ9091C', 'fail', null, 1795391558287, null, null, 'no_face', 6, '["guest:1",2,{"path":"uploads/k5h794rjv427pps9teyjyrfm1.jpg","color":"blue"},null]');
insert into "orders" values (6, '1M82TSYCPNYZ2MMRM9GWV3Y9T20B', 2, 'guest', 1, 'mark_order_zhaopianshangse', '{"path":"uploads/5rb30v1a55j3wcmb9bh1csjhf.jpg"}', 990, 'CNY', null, 1795391551894, 1795393351894, 'refund', null, null, 1795391551988, 5, 'R1M82TTB49BT9Z76AP7G6K71H6', 'done', null, 1795391562118, 'results/btngn51cg6rtxd393n5rxexcj.jpg', 1795996362118, null, 6, '["path",1,{"path":"uploads/5rb30v1a55j3wcmb9bh1csjhf.jpg"},null]');
insert into "order_history" values (1, 1, 'created', 1795391550183, '{"type":"created","at":1795391550183}', '{"kind":"customer","userId":1}');
insert into "order_history" values (2, 1, 'created', 1795391550279, '{"type":"created","at":1795391550279}', '{"kind":"customer","userId":1}');
insert into "order_history" values (2, 2, 'cancelled', 1795391550328, '{"type":"cancelled","at":1795391550328,"by":"customer"}', '{"kind":"customer","userId":1}');
insert into "order_history" values (3, 1, 'created', 1795391550377, '{"type":"created","at":1795391550377}', '{"kind":"customer","userId":1}');
insert into "order_history" values (3, 2, 'paid', 1795391550552, '{"type":"paid","at":1795391550552,"attemptId":2}', '{"kind":"provider","name":"sandbox"}');
insert into "order_history" values (3, 3, 'work_started', 1795391550552, '{"type":"work_started","at":1795391550552}', '{"kind":"system"}');
insert into "order_history" values (3, 4, 'work_done', 1795391550554, '{"type":"work_done","at":1795391550554,"resultFile":null,"resultUntil":null}', '{"kind":"system"}');
insert into "order_history" values (4, 1, 'created', 1795391551367, '{"type":"created","at":1795391551367}', '{"kind":"customer","userId":1}');
insert into "order_history" values (4, 2, 'paid', 1795391551419, '{"type":"paid","at":1795391551419,"attemptId":3}', '{"kind":"provider","name":"sandbox"}');
insert into "order_history" values (4, 3, 'work_started', 1795391551423, '{"type":"work_started","at":1795391551423}', '{"kind":"system"}');
insert into "order_history" values (4, 4, 'work_done', 1795391563493, '{"type":"work_done","at":1795391563493,"resultFile":"results/19z5jq582be4h1y62c0wwa31y.jpg","resultUntil":1797983563493}', '{"kind":"system"}');
insert into "order_history" values (5, 1, 'created', 1795391551508, '{"type":"created","at":1795391551508}', '{"kind":"customer","userId":1}');
insert into "order_history" values (5, 2, 'paid', 1795391551648, '{"type":"paid","at":1795391551648,"attemptId":4}', '{"kind":"provider","name":"sandbox"}');
insert into "order_history" values (5, 3, 'work_started', 1795391551666, '{"type":"work_started","at":1795391551666}', '{"kind":"system"}');
insert into "order_history" values (5, 4, 'work_failed', 1795391558287, '{"type":"work_failed","at":1795391558287,"reason":"no_face","error":null}', '{"kind":"system"}');
insert into "order_history" values (5, 5, 'refund_requested', 1795391558295, '{"type":"refund_requested","at":1795391558295,"refundNo":"R1M82TT4MP2RH4R0CR4TZ9091C","reason":"No face was found in the photo. Use a photo that shows one face from the front."}', '{"kind":"system"}');
insert into "order_history" values (5, 6, 'refund_done', 1795391558334, '{"type":"refund_done","at":1795391558334,"refundNo":"R1M82TT4MP2RH4R0CR4TZ9091C"}', '{"kind":"provider","name":"sandbox"}');
insert into "order_history" values (6, 1, 'created', 1795391551894, '{"type":"created","at":1795391551894}', '{"kind":"customer","userId":2}');
insert into "order_history" values (6, 2, 'paid', 1795391551988, '{"type":"paid","at":1795391551988,"attemptId":5}', '{"kind":"provider","name":"sandbox"}');
insert into "order_history" values (6, 3, 'work_started', 1795391558320, '{"type":"work_started","at":1795391558320}', '{"kind":"system"}');
insert into "order_history" values (6, 4, 'work_done', 1795391562118, '{"type":"work_done","at":1795391562118,"resultFile":"results/btngn51cg6rtxd393n5rxexcj.jpg","resultUntil":1795996362118}', '{"kind":"system"}');
insert into "order_history" values (6, 5, 'refund_requested', 1795391564937, '{"type":"refund_requested","at":1795391564937,"refundNo":"R1M82TTB49BT9Z76AP7G6K71H6","reason":"Blurred"}', '{"kind":"operator","name":"admin"}');
insert into "order_history" values (6, 6, 'refund_done', 1795391564971, '{"type":"refund_done","at":1795391564971,"refundNo":"R1M82TTB49BT9Z76AP7G6K71H6"}', '{"kind":"provider","name":"sandbox"}');
insert into "payment_attempts" values (1, 3, 'P1M82TSWYQ24XRE75ZZ178GF6G', 'sandbox', 'checkout', 3980, 'CNY', 'closed', null, '{"url":"http://127.0.0.1:44499/sandbox/checkout/P1M82TSWYQ24XRE75ZZ178GF6G"}', null, null, 1795391550423, null);
insert into "payment_attempts" values (2, 3, 'P1M82TSX0WKTX8MHYEQXD5W0D3', 'sandbox', 'checkout', 3980, 'CNY', 'won', 'SB9935C9E17D45803AA2F6', '{"url":"http://127.0.0.1:44499/sandbox/checkout/P1M82TSX0WKTX8MHYEQXD5W0D3"}', 3980, 1795391550525, 1795391550492, null);
insert into "payment_attempts" values (3, 4, 'P1M82TSXX27YN3HK3Z0NBXAK30', 'sandbox', 'checkout', 290, 'CNY', 'won', 'SB7EE72FD1F429995A05ED', '{"url":"http://127.0.0.1:44499/sandbox/checkout/P1M82TSXX27YN3HK3Z0NBXAK30"}', 290, 1795391551417, 1795391551394, null);
insert into "payment_attempts" values (4, 5, 'P1M82TSY2HNX3HMNT5JCNN7WQA', 'sandbox', 'checkout', 290, 'CNY', 'won', 'SB695E7F6E6A13969E72EE', '{"url":"http://127.0.0.1:44499/sandbox/checkout/P1M82TSY2HNX3HMNT5JCNN7WQA"}', 290, 1795391551630, 1795391551569, null);
insert into "payment_attempts" values (5, 6, 'P1M82TSYDST74F002EGXYWHM3K', 'sandbox', 'checkout', 990, 'CNY', 'won', 'SBF3534EBC2440D24E9127', '{"url":"http://127.0.0.1:44499/sandbox/checkout/P1M82TSYDST74F002EGXYWHM3K"}', 990, 1795391551979, 1795391551929, null);
insert into "refunds" values (1, 'R1M82TT4MP2RH4R0CR4TZ9091C', 5, 4, 'order', 290, 'CNY', 'No face was found in the photo. Use a photo that shows one face from the front.', 'done', 'sandbox', 'SB-R1M82TT4MP2RH4R0CR4TZ9091C', 1795391558294, 1795391558334, null, null, null);
insert into "refunds" values (2, 'R1M82TTB49BT9Z76AP7G6K71H6', 6, 5, 'order', 990, 'CNY', 'Blurred', 'done', 'sandbox', 'SB-R1M82TTB49BT9Z76AP7G6K71H6', 1795391564937, 1795391564971, null, null, null);
insert into "payment_notifies" values ('sandbox', 'sbevt_1a205acf406bf49c8ffcbac351740551d86', 'P1M82TSWYQ24XRE75ZZ178GF6G', null, 'declined', 1795391550475, null, null);
insert into "payment_notifies" values ('sandbox', 'sbevt_1a205acf441d9dfbd2dcc13fc4618a69829', 'P1M82TSX0WKTX8MHYEQXD5W0D3', null, 'won', 1795391550531, 3980, 'CNY');
insert into "payment_notifies" values ('sandbox', 'sbevt_1a205acf7b94c3f4afe3387bbde4aa61a9b', 'P1M82TSXX27YN3HK3Z0NBXAK30', null, 'won', 1795391551419, 290, 'CNY');
insert into "payment_notifies" values ('sandbox', 'sbevt_1a205acf89e1b51e3a19d570eeae5f0d4fa', 'P1M82TSY2HNX3HMNT5JCNN7WQA', null, 'won', 1795391551647, 290, 'CNY');
insert into "payment_notifies" values ('sandbox', 'sbevt_1a205acf9f2ffb9093071156150681d651f', 'P1M82TSYDST74F002EGXYWHM3K', null, 'won', 1795391551988, 990, 'CNY');
insert into "membership_grants" values (1, 1, 3, 2, 1795391550552, null, null, null, null, null, 0);
insert into "uploads" values ('uploads/5rb30v1a55j3wcmb9bh1csjhf.jpg', 'uploads/5rb30v1a55j3wcmb9bh1csjhf.jpg', null, 156, 200, 1795391551712, 1795996362118);
insert into "uploads" values ('uploads/k5h794rjv427pps9teyjyrfm1.jpg', 'uploads/k5h794rjv427pps9teyjyrfm1.jpg', null, 320, 400, 1795391551483, 1795996351649);
insert into "uploads" values ('uploads/pbs9tbzggsszadkf0nfc2b5e5.jpg', 'uploads/pbs9tbzggsszadkf0nfc2b5e5.jpg', null, 391, 500, 1795391551350, 1797983563493);
insert into "jobs" values (1, 'expire_orders', 'schedule', 'ready', '{}', 0, 1795391579514, 1795391579514, 0, 1000000, 2, null, null, 1795391549427, 0);
insert into "jobs" values (2, 'purge_files', 'schedule', 'ready', '{}', 0, 1795391609695, 1795391609695, 0, 1000000, 1, null, null, 1795391549438, 0);
insert into "jobs" values (3, 'reconcile_day', 'schedule', 'ready', '{}', 0, 1795392150704, 1795392150704, 0, 1000000, 1, null, null, 1795391549438, 0);
insert into "jobs" values (4, 'fetch_disputes', 'schedule', 'ready', '{}', 0, 1795393349923, 1795393349923, 0, 1000000, 1, null, null, 1795391549438, 0);
insert into "jobs" values (5, 'audit_money', 'schedule', 'ready', '{}', 0, 1795462200000, 1795462200000, 0, 1000000, 1, null, null, 1795391549438, 0);
insert into "jobs" values (6, 'release_webhooks', 'schedule', 'ready', '{}', 0, 1795391610019, 1795391610019, 0, 1000000, 1, null, null, 1795391549438, 0);
insert into "sandbox_payments" values ('P1M82TSWYQ24XRE75ZZ178GF6G', 3980, 'CNY', '会员', 'declined', 'none', 'done', 'http://127.0.0.1:44499/index.php/v1/pay_notify/sandbox', 'http://127.0.0.1:44499/?order_no=1M82TSWX9D0HCE0KEF208787MT7N', null, null, 1795393350377, 1795391550428);
insert into "sandbox_payments" values ('P1M82TSX0WKTX8MHYEQXD5W0D3', 3980, 'CNY', '会员', 'paid', 'none', 'done', 'http://127.0.0.1:44499/index.php/v1/pay_notify/sandbox', 'http://127.0.0.1:44499/?order_no=1M82TSWX9D0HCE0KEF208787MT7N', 'SB9935C9E17D45803AA2F6', 1795391550525, 1795393350377, 1795391550494);
insert into "sandbox_payments" values ('P1M82TSXX27YN3HK3Z0NBXAK30', 290, 'CNY', '一寸照', 'paid', 'none', 'done', 'http://127.0.0.1:44499/index.php/v1/pay_notify/sandbox', 'http://127.0.0.1:44499/?order_no=1M82TSXW7QX6W93SQFTZRM924RQ6', 'SB7EE72FD1F429995A05ED', 1795391551417, 1795393351367, 1795391551402);
insert into "sandbox_payments" values ('P1M82TSY2HNX3HMNT5JCNN7WQA', 290, 'CNY', '一寸照', 'paid', 'none', 'done', 'http://127.0.0.1:44499/index.php/v1/pay_notify/sandbox', 'http://127.0.0.1:44499/?order_no=1M82TSY0MT9N3DT5FBGTNKQ937RR', 'SB695E7F6E6A13969E72EE', 1795391551630, 1795393351508, 1795391551598);
insert into "sandbox_payments" values ('P1M82TSYDST74F002EGXYWHM3K', 990, 'CNY', '照片上色', 'paid', 'none', 'done', 'http://127.0.0.1:44499/index.php/v1/pay_notify/sandbox', 'http://127.0.0.1:44499/?order_no=1M82TSYCPNYZ2MMRM9GWV3Y9T20B', 'SBF3534EBC2440D24E9127', 1795391551979, 1795393351894, 1795391551937);
insert into "sandbox_refunds" values ('R1M82TT4MP2RH4R0CR4TZ9091C', 'P1M82TSY2HNX3HMNT5JCNN7WQA', 290, 'done', 'http://127.0.0.1:44499/index.php/v1/pay_notify/sandbox', 1795391558319, 1795391558326);
insert into "sandbox_refunds" values ('R1M82TTB49BT9Z76AP7G6K71H6', 'P1M82TSYDST74F002EGXYWHM3K', 990, 'done', 'http://127.0.0.1:44499/index.php/v1/pay_notify/sandbox', 1795391564959, 1795391564970);
insert into "sign_in_tries" values ('address 127.0.0.1', 0, 1795391564930, 1795391563546);
insert into "sign_in_tries" values ('name admin', 0, 1795391564930, 1795391563546);
insert into "audit_log" values (1, 1795391564938, 'admin', 'refund_requested', 'order', '1M82TSYCPNYZ2MMRM9GWV3Y9T20B', '127.0.0.1', 'cb74f3c032a3-70', 'Blurred', '{"status":"pay"}', '{"status":"wait_refund","refund_no":"R1M82TTB49BT9Z76AP7G6K71H6","amount":990,"currency":"CNY"}');
insert into "job_attempts" values (1, 'close_payment', '1M82TSWX9D0HCE0KEF208787MT7N', 1, 1795391550582, 11, 'done', null);
insert into "job_attempts" values (2, 'process_order', '1M82TSY0MT9N3DT5FBGTNKQ937RR', 1, 1795391558296, 6630, 'done', null);
insert into "job_attempts" values (3, 'refund_payment', 'R1M82TT4MP2RH4R0CR4TZ9091C', 1, 1795391558336, 22, 'done', null);
insert into "job_attempts" values (4, 'process_order', '1M82TSYCPNYZ2MMRM9GWV3Y9T20B', 1, 1795391562119, 3801, 'done', null);
insert into "job_attempts" values (5, 'process_order', '1M82TSXW7QX6W93SQFTZRM924RQ6', 1, 1795391563494, 12071, 'done', null);
insert into "job_attempts" values (6, 'refund_payment', 'R1M82TTB49BT9Z76AP7G6K71H6', 1, 1795391564971, 12, 'done', null);
insert into "workers" values ('608156dfe6a0ae71', 'vm', '0.1.0', 1795391549506, 1795391564507);
insert into "bill_days" values ('sandbox', 20749, 'compared', 1795391549865, 0, null, 1795391549966, 0);
insert into "bill_days" values ('sandbox', 20750, 'compared', 1795391549865, 0, null, 1795391550064, 0);
insert into "bill_days" values ('sandbox', 20751, 'compared', 1795391549865, 0, null, 1795391550114, 0);
insert into "bill_days" values ('sandbox', 20752, 'compared', 1795391549865, 0, null, 1795391550161, 0);
insert into "bill_days" values ('sandbox', 20753, 'compared', 1795391549865, 0, null, 1795391550171, 0);
insert into "bill_days" values ('sandbox', 20754, 'compared', 1795391549865, 0, null, 1795391550209, 0);
insert into "bill_days" values ('sandbox', 20755, 'compared', 1795391549865, 0, null, 1795391550280, 0);
insert into "bill_days" values ('sandbox', 20756, 'compared', 1795391549865, 0, null, 1795391550327, 0);
insert into "bill_days" values ('sandbox', 20757, 'compared', 1795391549865, 0, null, 1795391550377, 0);
insert into "bill_days" values ('sandbox', 20758, 'compared', 1795391549865, 0, null, 1795391550382, 0);
insert into "bill_days" values ('sandbox', 20759, 'compared', 1795391549865, 0, null, 1795391550397, 0);
insert into "bill_days" values ('sandbox', 20760, 'compared', 1795391549865, 0, null, 1795391550431, 0);
insert into "bill_days" values ('sandbox', 20761, 'compared', 1795391549865, 0, null, 1795391550458, 0);
insert into "bill_days" values ('sandbox', 20762, 'compared', 1795391549865, 0, null, 1795391550473, 0);
insert into "bill_days" values ('sandbox', 20763, 'compared', 1795391549865, 0, null, 1795391550485, 0);
insert into "bill_days" values ('sandbox', 20764, 'compared', 1795391549865, 0, null, 1795391550490, 0);
insert into "bill_days" values ('sandbox', 20765, 'compared', 1795391549865, 0, null, 1795391550493, 0);
insert into "bill_days" values ('sandbox', 20766, 'compared', 1795391549865, 0, null, 1795391550498, 0);
insert into "bill_days" values ('sandbox', 20767, 'compared', 1795391549865, 0, null, 1795391550525, 0);
insert into "bill_days" values ('sandbox', 20768, 'compared', 1795391549865, 0, null, 1795391550554, 0);
insert into "bill_days" values ('sandbox', 20769, 'compared', 1795391549865, 0, null, 1795391550572, 0);
insert into "bill_days" values ('sandbox', 20770, 'compared', 1795391549865, 0, null, 1795391550583, 0);
insert into "bill_days" values ('sandbox', 20771, 'compared', 1795391549865, 0, null, 1795391550586, 0);
insert into "bill_days" values ('sandbox', 20772, 'compared', 1795391549865, 0, null, 1795391550594, 0);
insert into "bill_days" values ('sandbox', 20773, 'compared', 1795391549865, 0, null, 1795391550599, 0);
insert into "bill_days" values ('sandbox', 20774, 'compared', 1795391549865, 0, null, 1795391550601, 0);
insert into "bill_days" values ('sandbox', 20775, 'compared', 1795391549866, 0, null, 1795391550606, 0);
insert into "bill_days" values ('sandbox', 20776, 'compared', 1795391549866, 0, null, 1795391550618, 0);
insert into "bill_days" values ('sandbox', 20777, 'compared', 1795391549866, 0, null, 1795391550670, 0);
insert into "bill_days" values ('sandbox', 20778, 'compared', 1795391549866, 0, null, 1795391550688, 0);
CREATE INDEX orders_by_user on orders (user_id, id);
CREATE INDEX orders_to_expire on orders (expires_at, id) where status = 'wait_pay';
CREATE INDEX orders_to_purge on orders (result_until, id) where result_file is not null;
CREATE INDEX orders_unpaid_twins on orders (fingerprint, created_at)
      where status = 'wait_pay' and fingerprint is not null;
CREATE TRIGGER "order_history_refuses_update" before update on "order_history"
            begin select raise(abort, 'order_history is append-only'); end;
CREATE INDEX payment_attempts_by_order on payment_attempts (order_id, id);
CREATE UNIQUE INDEX payment_attempts_won on payment_attempts (order_id) where state = 'won';
CREATE INDEX refunds_by_order on refunds (order_id, id);
CREATE INDEX membership_grants_by_user on membership_grants (user_id, id);
CREATE INDEX uploads_to_sweep on uploads (kept_until, path);
CREATE INDEX idempotency_records_by_age on idempotency_records (created_at);
CREATE UNIQUE INDEX jobs_unfinished on jobs (kind, "key") where state <> 'dead';
CREATE INDEX jobs_due on jobs (kind, due_at) where state <> 'dead';
CREATE INDEX jobs_queue on jobs (kind, priority desc, run_at, id, state) where state <> 'dead';
CREATE INDEX jobs_dead on jobs (id) where state = 'dead';
CREATE INDEX sandbox_refunds_by_payment on sandbox_refunds (payment_no, created_at);
CREATE INDEX operator_sessions_by_operator on operator_sessions (operator_id, id);
CREATE INDEX sign_in_tries_by_age on sign_in_tries (last_at);
CREATE INDEX audit_log_by_operator on audit_log (operator, id);
CREATE INDEX audit_log_by_action on audit_log (action, id);
CREATE INDEX audit_log_by_target on audit_log (target_kind, target_id, id);
CREATE TRIGGER "audit_log_refuses_update" before update on "audit_log"
            begin select raise(abort, 'audit_log is append-only'); end;
CREATE TRIGGER "audit_log_refuses_delete" before delete on "audit_log"
            begin select raise(abort, 'audit_log is append-only'); end;
CREATE UNIQUE INDEX refund_approvals_pending on refund_approvals (order_id) where state = 'pending';
CREATE INDEX refund_approvals_by_order on refund_approvals (order_id, id);
CREATE INDEX job_attempts_by_key on job_attempts ("key", kind, id);
CREATE INDEX job_attempts_by_time on job_attempts (kind, ended_at, outcome, duration_ms);
CREATE INDEX jobs_dead_by_key on jobs ("key", kind) where state = 'dead';
CREATE INDEX orders_by_state on orders (status, deal_status, created_at, id);
CREATE INDEX orders_by_good on orders (goods_id, status, deal_status, created_at, id);
CREATE INDEX users_by_subject on users (subject, id) where subject is not null;
CREATE INDEX payment_attempts_received on payment_attempts (received_at)
      where received_at is not null;
CREATE INDEX refunds_returned on refunds (finished_at) where state = 'done';
CREATE INDEX refunds_open on refunds (requested_at) where state <> 'done';
CREATE INDEX payment_notifies_by_payment on payment_notifies (payment_no)
      where payment_no is not null;
CREATE INDEX payment_notifies_by_refund on payment_notifies (refund_no) where refund_no is not null;
CREATE INDEX api_tokens_of_operator on api_tokens (operator_id);
CREATE INDEX orders_cancelled on orders (cancelled_at, id) where status = 'cancal';
CREATE INDEX refunds_by_attempt on refunds (attempt_id);
CREATE INDEX uploads_by_owner on uploads (owner_id);
CREATE TRIGGER "order_history_refuses_delete" before delete on "order_history"
        when not exists (select 1 from orders where orders.id = old.order_id and orders.status = 'cancal')
        begin select raise(abort, 'order_history is append-only'); end;
CREATE INDEX recovery_codes_of_operator on recovery_codes (operator_id);
CREATE INDEX passkeys_of_operator on passkeys (operator_id);
CREATE INDEX provider_accounts_by_user on provider_accounts (user_id);
CREATE INDEX disputes_of_order on disputes (order_id);
CREATE INDEX bill_rows_by_number on bill_rows (number, kind, provider);
CREATE UNIQUE INDEX differences_open on differences (provider, kind, number)
      where resolution is null;
CREATE INDEX differences_of_order on differences (order_id);
CREATE INDEX differences_by_number on differences (number, kind, provider);
CREATE UNIQUE INDEX webhook_endpoint_of_environment on webhook_endpoints (origin)
      where origin = 'environment';
CREATE INDEX webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, created_at, event_id);
CREATE INDEX webhook_deliveries_held on webhook_deliveries (endpoint_id, created_at, event_id)
      where state = 'held';
CREATE INDEX webhook_deliveries_by_age on webhook_deliveries (created_at);
CREATE INDEX outside_events_by_order on outside_events (order_id, created_at);
CREATE INDEX outside_events_by_age on outside_events (created_at, event_id);
CREATE INDEX payment_attempts_unpaid on payment_attempts (created_at) where received_at is null;
CREATE UNIQUE INDEX refunds_of_order on refunds (order_id) where purpose = 'order' and months is null;
CREATE INDEX notes_of_target on notes (target_kind, target_id, id);
CREATE INDEX disputes_open on disputes (id) where state = 'open';
CREATE INDEX orders_by_ending on orders (substr(order_no, 25));
CREATE INDEX payment_attempts_by_ref on payment_attempts (provider_ref)
    where provider_ref is not null;
CREATE INDEX refunds_by_provider_id on refunds (provider_refund_id)
    where provider_refund_id is not null;
