-- Made by test/store/schema.test.ts from the migrations. Not to be run: the service migrates itself.

api_tokens: id bigint not null identity
api_tokens: digest text not null
api_tokens: operator_id bigint not null
api_tokens: name text not null
api_tokens: role text not null
api_tokens: created_at bigint not null
api_tokens: expires_at bigint not null
api_tokens: used_at bigint
api_tokens: UNIQUE (digest)
api_tokens: FOREIGN KEY (operator_id) REFERENCES operators(id)
api_tokens: PRIMARY KEY (id)
api_tokens: CHECK ((role = ANY (ARRAY['viewer'::text, 'support'::text, 'owner'::text])))
api_tokens: CREATE UNIQUE INDEX api_tokens_digest_key ON public.api_tokens USING btree (digest)
api_tokens: CREATE INDEX api_tokens_of_operator ON public.api_tokens USING btree (operator_id)
api_tokens: CREATE UNIQUE INDEX api_tokens_pkey ON public.api_tokens USING btree (id)
audit_log: id bigint not null identity
audit_log: at bigint not null
audit_log: operator text not null
audit_log: action text not null
audit_log: target_kind text not null
audit_log: target_id text not null
audit_log: address text
audit_log: request_id text
audit_log: reason text
audit_log: facts_before text
audit_log: facts_after text
audit_log: PRIMARY KEY (id)
audit_log: CREATE INDEX audit_log_by_action ON public.audit_log USING btree (action, id)
audit_log: CREATE INDEX audit_log_by_operator ON public.audit_log USING btree (operator, id)
audit_log: CREATE INDEX audit_log_by_target ON public.audit_log USING btree (target_kind, target_id, id)
audit_log: CREATE UNIQUE INDEX audit_log_pkey ON public.audit_log USING btree (id)
audit_log: CREATE TRIGGER audit_log_refuses_change BEFORE DELETE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_log_refuse()
audit_log: CREATE TRIGGER audit_log_refuses_update BEFORE UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_refuse_update()
authenticator_apps: operator_id bigint not null
authenticator_apps: sealed_secret text not null
authenticator_apps: created_at bigint not null
authenticator_apps: confirmed_at bigint
authenticator_apps: used_step bigint not null
authenticator_apps: FOREIGN KEY (operator_id) REFERENCES operators(id)
authenticator_apps: PRIMARY KEY (operator_id)
authenticator_apps: CREATE UNIQUE INDEX authenticator_apps_pkey ON public.authenticator_apps USING btree (operator_id)
bill_days: provider text not null
bill_days: day bigint not null
bill_days: state text not null
bill_days: next_try_at bigint not null
bill_days: tries bigint not null
bill_days: last_error text
bill_days: fetched_at bigint
bill_days: foreign_rows bigint not null
bill_days: PRIMARY KEY (provider, day)
bill_days: CHECK ((state = ANY (ARRAY['waiting'::text, 'fetched'::text, 'compared'::text, 'given_up'::text])))
bill_days: CREATE UNIQUE INDEX bill_days_pkey ON public.bill_days USING btree (provider, day)
bill_rows: provider text not null
bill_rows: day bigint not null
bill_rows: line bigint not null
bill_rows: kind text not null
bill_rows: number text not null
bill_rows: payment_no text
bill_rows: provider_ref text not null
bill_rows: amount_minor bigint not null
bill_rows: currency text not null
bill_rows: fee_minor bigint
bill_rows: state text not null
bill_rows: at bigint not null
bill_rows: CHECK ((amount_minor >= 0))
bill_rows: CHECK ((kind = ANY (ARRAY['payment'::text, 'refund'::text])))
bill_rows: PRIMARY KEY (provider, day, line)
bill_rows: CHECK ((state = ANY (ARRAY['done'::text, 'pending'::text, 'failed'::text])))
bill_rows: CREATE INDEX bill_rows_by_number ON public.bill_rows USING btree (number, kind, provider)
bill_rows: CREATE UNIQUE INDEX bill_rows_pkey ON public.bill_rows USING btree (provider, day, line)
bill_totals: provider text not null
bill_totals: day bigint not null
bill_totals: currency text not null
bill_totals: payments bigint not null
bill_totals: payments_minor bigint not null
bill_totals: refunds bigint not null
bill_totals: refunds_minor bigint not null
bill_totals: fee_minor bigint
bill_totals: PRIMARY KEY (provider, day, currency)
bill_totals: CREATE UNIQUE INDEX bill_totals_pkey ON public.bill_totals USING btree (provider, day, currency)
consent_texts: version bigint not null
consent_texts: text_en text not null
consent_texts: text_zh text not null
consent_texts: created_by text not null
consent_texts: created_at bigint not null
consent_texts: PRIMARY KEY (version)
consent_texts: CREATE UNIQUE INDEX consent_texts_pkey ON public.consent_texts USING btree (version)
differences: id bigint not null identity
differences: provider text not null
differences: day bigint not null
differences: kind text not null
differences: number text not null
differences: payment_no text
differences: order_id bigint
differences: type text not null
differences: provider_ref text
differences: billed_minor bigint
differences: billed_currency text
differences: billed_state text
differences: own_minor bigint
differences: own_currency text
differences: own_state text
differences: remedy text not null
differences: found_at bigint not null
differences: remedied_at bigint
differences: remedied_by text
differences: resolution text
differences: resolved_at bigint
differences: resolved_by text
differences: reason text
differences: CHECK ((billed_state = ANY (ARRAY['done'::text, 'pending'::text, 'failed'::text])))
differences: CHECK (((resolution IS NULL) = (resolved_at IS NULL)))
differences: CHECK (((resolution IS NULL) OR ((resolution = 'operator'::text) = (resolved_by IS NOT NULL))))
differences: CHECK ((kind = ANY (ARRAY['payment'::text, 'refund'::text])))
differences: FOREIGN KEY (order_id) REFERENCES orders(id)
differences: CHECK ((own_state = ANY (ARRAY['done'::text, 'pending'::text, 'failed'::text, 'open'::text])))
differences: PRIMARY KEY (id)
differences: CHECK ((remedy = ANY (ARRAY['apply_payment'::text, 'refund_payment'::text, 'retry_refund'::text, 'look'::text])))
differences: CHECK ((resolution = ANY (ARRAY['agreed'::text, 'operator'::text])))
differences: CHECK ((type = ANY (ARRAY['unknown_to_us'::text, 'unknown_to_provider'::text, 'amount'::text, 'state'::text])))
differences: CREATE INDEX differences_by_number ON public.differences USING btree (number, kind, provider)
differences: CREATE INDEX differences_of_order ON public.differences USING btree (order_id)
differences: CREATE UNIQUE INDEX differences_open ON public.differences USING btree (provider, kind, number) WHERE (resolution IS NULL)
differences: CREATE UNIQUE INDEX differences_pkey ON public.differences USING btree (id)
disputes: id bigint not null identity
disputes: provider text not null
disputes: dispute_no text not null
disputes: order_id bigint not null
disputes: payment_no text not null
disputes: state text not null
disputes: amount_minor bigint
disputes: currency text
disputes: reason text not null
disputes: opened_at bigint not null
disputes: changed_at bigint not null
disputes: FOREIGN KEY (order_id) REFERENCES orders(id)
disputes: PRIMARY KEY (id)
disputes: UNIQUE (provider, dispute_no)
disputes: CHECK ((state = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text, 'closed'::text])))
disputes: CREATE INDEX disputes_of_order ON public.disputes USING btree (order_id)
disputes: CREATE INDEX disputes_open ON public.disputes USING btree (id) WHERE (state = 'open'::text)
disputes: CREATE UNIQUE INDEX disputes_pkey ON public.disputes USING btree (id)
disputes: CREATE UNIQUE INDEX disputes_provider_dispute_no_key ON public.disputes USING btree (provider, dispute_no)
document_versions: id bigint not null identity
document_versions: document text not null
document_versions: rule text
document_versions: on_sale bigint not null
document_versions: created_at bigint not null
document_versions: CHECK ((on_sale = ANY (ARRAY[(0)::bigint, (1)::bigint])))
document_versions: PRIMARY KEY (id)
document_versions: CREATE INDEX document_versions_of_document ON public.document_versions USING btree (document, id)
document_versions: CREATE UNIQUE INDEX document_versions_pkey ON public.document_versions USING btree (id)
erasures: id bigint not null identity
erasures: tombstone text not null
erasures: kind text not null
erasures: user_id bigint not null
erasures: user_created_at bigint not null
erasures: orders text not null
erasures: erased_at bigint not null
erasures: operator text
erasures: is_stored bigint not null
erasures: finished_at bigint
erasures: CHECK ((kind = ANY (ARRAY['user'::text, 'order'::text])))
erasures: PRIMARY KEY (id)
erasures: UNIQUE (tombstone)
erasures: CREATE INDEX erasures_open ON public.erasures USING btree (id) WHERE ((finished_at IS NULL) OR (is_stored = 0))
erasures: CREATE UNIQUE INDEX erasures_pkey ON public.erasures USING btree (id)
erasures: CREATE UNIQUE INDEX erasures_tombstone_key ON public.erasures USING btree (tombstone)
face_consents: id bigint not null identity
face_consents: user_id bigint not null
face_consents: version bigint not null
face_consents: given_at bigint not null
face_consents: withdrawn_at bigint
face_consents: PRIMARY KEY (id)
face_consents: FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
face_consents: FOREIGN KEY (version) REFERENCES consent_texts(version)
face_consents: CREATE INDEX face_consents_by_user ON public.face_consents USING btree (user_id, version)
face_consents: CREATE UNIQUE INDEX face_consents_pkey ON public.face_consents USING btree (id)
goods: id bigint not null identity
goods: title text not null
goods: summary text not null
goods: icon text not null
goods: price_minor bigint not null
goods: member_price_minor bigint
goods: sort bigint not null
goods: funct_name text not null
goods: on_shelf bigint not null
goods: description text not null
goods: translations text not null
goods: picture text
goods: CHECK ((member_price_minor >= 0))
goods: CHECK ((on_shelf = ANY (ARRAY[(0)::bigint, (1)::bigint])))
goods: PRIMARY KEY (id)
goods: CHECK ((price_minor >= 0))
goods: CREATE UNIQUE INDEX goods_pkey ON public.goods USING btree (id)
held_places: unlogged
held_places: key text not null
held_places: process text not null
held_places: held bigint not null
held_places: kept_until bigint not null
held_places: PRIMARY KEY (key, process)
held_places: CREATE INDEX held_places_by_kept_until ON public.held_places USING btree (kept_until)
held_places: CREATE INDEX held_places_by_process ON public.held_places USING btree (process)
held_places: CREATE UNIQUE INDEX held_places_pkey ON public.held_places USING btree (key, process)
idempotency_records: scope text not null
idempotency_records: key text not null
idempotency_records: body_hash text not null
idempotency_records: answer text
idempotency_records: created_at bigint not null
idempotency_records: order_no text
idempotency_records: PRIMARY KEY (scope, key)
idempotency_records: CREATE INDEX idempotency_records_by_age ON public.idempotency_records USING btree (created_at)
idempotency_records: CREATE INDEX idempotency_records_by_order ON public.idempotency_records USING btree (order_no) WHERE (order_no IS NOT NULL)
idempotency_records: CREATE UNIQUE INDEX idempotency_records_pkey ON public.idempotency_records USING btree (scope, key)
inbox_owners: topic text not null
inbox_owners: item_id bigint not null
inbox_owners: owner text not null
inbox_owners: since bigint not null
inbox_owners: PRIMARY KEY (topic, item_id)
inbox_owners: CREATE UNIQUE INDEX inbox_owners_pkey ON public.inbox_owners USING btree (topic, item_id)
job_attempts: id bigint not null identity
job_attempts: kind text not null
job_attempts: key text
job_attempts: attempt bigint not null
job_attempts: ended_at bigint not null
job_attempts: duration_ms bigint not null
job_attempts: outcome text not null
job_attempts: error text
job_attempts: CHECK ((duration_ms >= 0))
job_attempts: CHECK ((outcome = ANY (ARRAY['done'::text, 'failed'::text, 'exhausted'::text])))
job_attempts: PRIMARY KEY (id)
job_attempts: CREATE INDEX job_attempts_by_key ON public.job_attempts USING btree (key, kind, id)
job_attempts: CREATE INDEX job_attempts_by_time ON public.job_attempts USING btree (kind, ended_at, outcome, duration_ms)
job_attempts: CREATE UNIQUE INDEX job_attempts_pkey ON public.job_attempts USING btree (id)
jobs: id bigint not null identity
jobs: kind text not null
jobs: key text
jobs: state text not null
jobs: payload text not null
jobs: priority bigint not null
jobs: run_at bigint not null
jobs: due_at bigint not null
jobs: attempts bigint not null
jobs: attempts_max bigint not null
jobs: claims bigint not null
jobs: last_error text
jobs: request_id text
jobs: created_at bigint not null
jobs: lost_leases bigint not null
jobs: CHECK ((attempts >= 0))
jobs: CHECK ((attempts_max >= 1))
jobs: PRIMARY KEY (id)
jobs: CHECK ((state = ANY (ARRAY['ready'::text, 'running'::text, 'dead'::text])))
jobs: CREATE INDEX jobs_dead ON public.jobs USING btree (id) WHERE (state = 'dead'::text)
jobs: CREATE INDEX jobs_dead_by_key ON public.jobs USING btree (key, kind) WHERE (state = 'dead'::text)
jobs: CREATE INDEX jobs_due ON public.jobs USING btree (kind, due_at) WHERE (state <> 'dead'::text)
jobs: CREATE UNIQUE INDEX jobs_pkey ON public.jobs USING btree (id)
jobs: CREATE INDEX jobs_queue ON public.jobs USING btree (kind, priority DESC, run_at, id, state) WHERE (state <> 'dead'::text)
jobs: CREATE UNIQUE INDEX jobs_unfinished ON public.jobs USING btree (kind, key) WHERE (state <> 'dead'::text)
membership_grants: id bigint not null identity
membership_grants: user_id bigint not null
membership_grants: order_id bigint
membership_grants: months bigint not null
membership_grants: granted_at bigint not null
membership_grants: revoked_at bigint
membership_grants: granted_by text
membership_grants: reason text
membership_grants: revoked_by text
membership_grants: revoke_reason text
membership_grants: months_refunded bigint not null
membership_grants: CHECK (((months_refunded >= 0) AND (months_refunded < months)))
membership_grants: CHECK ((months >= 1))
membership_grants: FOREIGN KEY (order_id) REFERENCES orders(id)
membership_grants: UNIQUE (order_id)
membership_grants: PRIMARY KEY (id)
membership_grants: FOREIGN KEY (user_id) REFERENCES users(id)
membership_grants: CREATE INDEX membership_grants_by_user ON public.membership_grants USING btree (user_id, id)
membership_grants: CREATE UNIQUE INDEX membership_grants_order_id_key ON public.membership_grants USING btree (order_id)
membership_grants: CREATE UNIQUE INDEX membership_grants_pkey ON public.membership_grants USING btree (id)
notes: id bigint not null identity
notes: target_kind text not null
notes: target_id bigint not null
notes: operator text not null
notes: text text not null
notes: created_at bigint not null
notes: PRIMARY KEY (id)
notes: CREATE INDEX notes_of_target ON public.notes USING btree (target_kind, target_id, id)
notes: CREATE UNIQUE INDEX notes_pkey ON public.notes USING btree (id)
operator_sessions: id bigint not null identity
operator_sessions: digest text not null
operator_sessions: operator_id bigint not null
operator_sessions: created_at bigint not null
operator_sessions: seen_at bigint not null
operator_sessions: expires_at bigint not null
operator_sessions: user_agent text
operator_sessions: address text not null
operator_sessions: weak_password bigint not null
operator_sessions: proven_at bigint not null
operator_sessions: UNIQUE (digest)
operator_sessions: FOREIGN KEY (operator_id) REFERENCES operators(id)
operator_sessions: PRIMARY KEY (id)
operator_sessions: CREATE INDEX operator_sessions_by_operator ON public.operator_sessions USING btree (operator_id, id)
operator_sessions: CREATE UNIQUE INDEX operator_sessions_digest_key ON public.operator_sessions USING btree (digest)
operator_sessions: CREATE UNIQUE INDEX operator_sessions_pkey ON public.operator_sessions USING btree (id)
operators: id bigint not null identity
operators: name text not null
operators: password_hash text not null
operators: role text not null
operators: created_at bigint
operators: disabled_at bigint
operators: environment_hash text
operators: UNIQUE (name)
operators: PRIMARY KEY (id)
operators: CHECK ((role = ANY (ARRAY['viewer'::text, 'support'::text, 'owner'::text])))
operators: CREATE UNIQUE INDEX operators_name_key ON public.operators USING btree (name)
operators: CREATE UNIQUE INDEX operators_pkey ON public.operators USING btree (id)
order_email_recipients: order_id bigint not null
order_email_recipients: address_digest text not null
order_email_recipients: first_at bigint not null
order_email_recipients: FOREIGN KEY (order_id) REFERENCES order_emails(order_id) ON DELETE CASCADE
order_email_recipients: PRIMARY KEY (order_id, address_digest)
order_email_recipients: CREATE INDEX order_email_recipients_by_address ON public.order_email_recipients USING btree (address_digest, first_at)
order_email_recipients: CREATE UNIQUE INDEX order_email_recipients_pkey ON public.order_email_recipients USING btree (order_id, address_digest)
order_emails: order_id bigint not null
order_emails: address text
order_emails: address_digest text not null
order_emails: language text not null
order_emails: unsubscribe_token text not null
order_emails: message_key text not null
order_emails: entries bigint not null
order_emails: queued bigint not null
order_emails: entered_at bigint not null
order_emails: unsubscribed_at bigint
order_emails: CHECK ((language = ANY (ARRAY['en'::text, 'zh'::text])))
order_emails: FOREIGN KEY (order_id) REFERENCES orders(id)
order_emails: PRIMARY KEY (order_id)
order_emails: UNIQUE (unsubscribe_token)
order_emails: CREATE INDEX order_emails_by_address ON public.order_emails USING btree (address_digest, entered_at)
order_emails: CREATE INDEX order_emails_by_entry ON public.order_emails USING btree (entered_at)
order_emails: CREATE UNIQUE INDEX order_emails_pkey ON public.order_emails USING btree (order_id)
order_emails: CREATE UNIQUE INDEX order_emails_unsubscribe_token_key ON public.order_emails USING btree (unsubscribe_token)
order_history: order_id bigint not null
order_history: seq bigint not null
order_history: type text not null
order_history: at bigint not null
order_history: event text not null
order_history: actor text not null
order_history: FOREIGN KEY (order_id) REFERENCES orders(id)
order_history: PRIMARY KEY (order_id, seq)
order_history: CHECK ((seq >= 1))
order_history: CREATE UNIQUE INDEX order_history_pkey ON public.order_history USING btree (order_id, seq)
order_history: CREATE TRIGGER order_history_refuses_change BEFORE TRUNCATE ON public.order_history FOR EACH STATEMENT EXECUTE FUNCTION order_history_refuse()
order_history: CREATE TRIGGER order_history_refuses_delete BEFORE DELETE ON public.order_history FOR EACH ROW EXECUTE FUNCTION order_history_refuse_delete()
order_history: CREATE TRIGGER order_history_refuses_update BEFORE UPDATE ON public.order_history FOR EACH ROW EXECUTE FUNCTION order_history_refuse_update()
order_problems: id bigint not null identity
order_problems: order_id bigint not null
order_problems: reason text not null
order_problems: note text
order_problems: area text
order_problems: picture_file text
order_problems: picture_until bigint
order_problems: reported_at bigint not null
order_problems: state text not null
order_problems: answer text
order_problems: reply text
order_problems: answered_by text
order_problems: answered_at bigint
order_problems: remake_details text
order_problems: remake_error text
order_problems: CHECK ((answer = ANY (ARRAY['reply'::text, 'remake'::text, 'refund'::text])))
order_problems: FOREIGN KEY (order_id) REFERENCES orders(id)
order_problems: PRIMARY KEY (id)
order_problems: CHECK ((state = ANY (ARRAY['open'::text, 'remaking'::text, 'answered'::text])))
order_problems: CREATE INDEX order_problems_of_order ON public.order_problems USING btree (order_id)
order_problems: CREATE INDEX order_problems_open ON public.order_problems USING btree (id) WHERE (state = 'open'::text)
order_problems: CREATE UNIQUE INDEX order_problems_pkey ON public.order_problems USING btree (id)
orders: id bigint not null identity
orders: order_no text not null
orders: user_id bigint not null
orders: owned_by text not null
orders: goods_id bigint not null
orders: funct_name text not null
orders: details text not null
orders: price_minor bigint not null
orders: currency text not null
orders: from_user_id bigint
orders: created_at bigint not null
orders: expires_at bigint not null
orders: status text not null
orders: cancelled_at bigint
orders: cancelled_by text
orders: paid_at bigint
orders: attempt_id bigint
orders: refund_no text
orders: deal_status text not null
orders: work_started_at bigint
orders: work_finished_at bigint
orders: result_file text
orders: result_until bigint
orders: fail_reason text
orders: version bigint not null
orders: fingerprint text
orders: CHECK ((cancelled_by = ANY (ARRAY['customer'::text, 'operator'::text, 'expiry'::text])))
orders: CHECK (((status = 'cancal'::text) = (cancelled_at IS NOT NULL)))
orders: CHECK (((cancelled_at IS NULL) = (cancelled_by IS NULL)))
orders: CHECK (((status = ANY (ARRAY['pay'::text, 'wait_refund'::text, 'refund'::text])) = (paid_at IS NOT NULL)))
orders: CHECK (((status = ANY (ARRAY['wait_refund'::text, 'refund'::text])) = (refund_no IS NOT NULL)))
orders: CHECK (((deal_status = 'ing'::text) = (work_started_at IS NOT NULL)))
orders: CHECK (((deal_status = ANY (ARRAY['done'::text, 'fail'::text])) = (work_finished_at IS NOT NULL)))
orders: CHECK (((deal_status = 'fail'::text) = (fail_reason IS NOT NULL)))
orders: CHECK (((result_file IS NULL) OR (deal_status = 'done'::text)))
orders: CHECK (((deal_status = 'init'::text) OR (paid_at IS NOT NULL)))
orders: CHECK ((deal_status = ANY (ARRAY['init'::text, 'ing'::text, 'done'::text, 'fail'::text])))
orders: FOREIGN KEY (goods_id) REFERENCES goods(id)
orders: UNIQUE (order_no)
orders: CHECK ((owned_by = ANY (ARRAY['guest'::text, 'user'::text])))
orders: PRIMARY KEY (id)
orders: CHECK ((price_minor >= 0))
orders: CHECK ((status = ANY (ARRAY['wait_pay'::text, 'cancal'::text, 'pay'::text, 'wait_refund'::text, 'refund'::text])))
orders: FOREIGN KEY (user_id) REFERENCES users(id)
orders: CHECK ((version >= 1))
orders: CREATE INDEX orders_by_ending ON public.orders USING btree (substr(order_no, 25))
orders: CREATE INDEX orders_by_good ON public.orders USING btree (goods_id, status, deal_status, created_at, id)
orders: CREATE INDEX orders_by_inviter ON public.orders USING btree (from_user_id) WHERE (from_user_id IS NOT NULL)
orders: CREATE INDEX orders_by_state ON public.orders USING btree (status, deal_status, created_at, id)
orders: CREATE INDEX orders_by_user ON public.orders USING btree (user_id, id)
orders: CREATE INDEX orders_cancelled ON public.orders USING btree (cancelled_at, id) WHERE (status = 'cancal'::text)
orders: CREATE UNIQUE INDEX orders_order_no_key ON public.orders USING btree (order_no)
orders: CREATE UNIQUE INDEX orders_pkey ON public.orders USING btree (id)
orders: CREATE INDEX orders_to_expire ON public.orders USING btree (expires_at, id) WHERE (status = 'wait_pay'::text)
orders: CREATE INDEX orders_to_purge ON public.orders USING btree (result_until, id) WHERE (result_file IS NOT NULL)
orders: CREATE INDEX orders_unpaid_twins ON public.orders USING btree (fingerprint, created_at) WHERE ((status = 'wait_pay'::text) AND (fingerprint IS NOT NULL))
outside_events: event_id text not null
outside_events: order_id bigint
outside_events: type text not null
outside_events: body text not null
outside_events: created_at bigint not null
outside_events: FOREIGN KEY (order_id) REFERENCES orders(id)
outside_events: PRIMARY KEY (event_id)
outside_events: CREATE INDEX outside_events_by_age ON public.outside_events USING btree (created_at, event_id)
outside_events: CREATE INDEX outside_events_by_order ON public.outside_events USING btree (order_id, created_at)
outside_events: CREATE UNIQUE INDEX outside_events_pkey ON public.outside_events USING btree (event_id)
passkeys: id bigint not null identity
passkeys: operator_id bigint not null
passkeys: credential_id text not null
passkeys: public_key text not null
passkeys: counter bigint not null
passkeys: transports text not null
passkeys: name text not null
passkeys: created_at bigint not null
passkeys: used_at bigint
passkeys: UNIQUE (credential_id)
passkeys: FOREIGN KEY (operator_id) REFERENCES operators(id)
passkeys: PRIMARY KEY (id)
passkeys: CREATE UNIQUE INDEX passkeys_credential_id_key ON public.passkeys USING btree (credential_id)
passkeys: CREATE INDEX passkeys_of_operator ON public.passkeys USING btree (operator_id)
passkeys: CREATE UNIQUE INDEX passkeys_pkey ON public.passkeys USING btree (id)
payment_attempts: id bigint not null identity
payment_attempts: order_id bigint not null
payment_attempts: payment_no text not null
payment_attempts: provider text not null
payment_attempts: channel text not null
payment_attempts: amount_minor bigint not null
payment_attempts: currency text not null
payment_attempts: state text not null
payment_attempts: provider_ref text
payment_attempts: client_data text
payment_attempts: received_minor bigint
payment_attempts: received_at bigint
payment_attempts: created_at bigint not null
payment_attempts: payer_id text
payment_attempts: title text
payment_attempts: joint_no text
payment_attempts: joint_minor bigint
payment_attempts: CHECK ((amount_minor > 0))
payment_attempts: CHECK (((state = ANY (ARRAY['won'::text, 'surplus'::text])) = (received_minor IS NOT NULL)))
payment_attempts: CHECK (((received_minor IS NULL) = (received_at IS NULL)))
payment_attempts: FOREIGN KEY (order_id) REFERENCES orders(id)
payment_attempts: UNIQUE (payment_no)
payment_attempts: PRIMARY KEY (id)
payment_attempts: CHECK ((received_minor >= 0))
payment_attempts: CHECK ((state = ANY (ARRAY['opening'::text, 'open'::text, 'declined'::text, 'closed'::text, 'won'::text, 'surplus'::text])))
payment_attempts: CREATE INDEX payment_attempts_by_joint ON public.payment_attempts USING btree (joint_no) WHERE (joint_no IS NOT NULL)
payment_attempts: CREATE INDEX payment_attempts_by_order ON public.payment_attempts USING btree (order_id, id)
payment_attempts: CREATE INDEX payment_attempts_by_ref ON public.payment_attempts USING btree (provider_ref) WHERE (provider_ref IS NOT NULL)
payment_attempts: CREATE UNIQUE INDEX payment_attempts_payment_no_key ON public.payment_attempts USING btree (payment_no)
payment_attempts: CREATE UNIQUE INDEX payment_attempts_pkey ON public.payment_attempts USING btree (id)
payment_attempts: CREATE INDEX payment_attempts_received ON public.payment_attempts USING btree (received_at) WHERE (received_at IS NOT NULL)
payment_attempts: CREATE INDEX payment_attempts_unpaid ON public.payment_attempts USING btree (created_at) WHERE (received_at IS NULL)
payment_attempts: CREATE UNIQUE INDEX payment_attempts_won ON public.payment_attempts USING btree (order_id) WHERE (state = 'won'::text)
payment_notifies: provider text not null
payment_notifies: event_id text not null
payment_notifies: payment_no text
payment_notifies: refund_no text
payment_notifies: verdict text not null
payment_notifies: received_at bigint not null
payment_notifies: received_minor bigint
payment_notifies: currency text
payment_notifies: PRIMARY KEY (provider, event_id)
payment_notifies: CREATE INDEX payment_notifies_by_payment ON public.payment_notifies USING btree (payment_no) WHERE (payment_no IS NOT NULL)
payment_notifies: CREATE INDEX payment_notifies_by_refund ON public.payment_notifies USING btree (refund_no) WHERE (refund_no IS NOT NULL)
payment_notifies: CREATE INDEX payment_notifies_foreign ON public.payment_notifies USING btree (received_at) WHERE (verdict = ANY (ARRAY['unknown_payment'::text, 'unknown_refund'::text]))
payment_notifies: CREATE INDEX payment_notifies_ignored ON public.payment_notifies USING btree (received_at) WHERE (verdict = 'ignored'::text)
payment_notifies: CREATE UNIQUE INDEX payment_notifies_pkey ON public.payment_notifies USING btree (provider, event_id)
pending_sign_ins: id bigint not null identity
pending_sign_ins: digest text not null
pending_sign_ins: operator_id bigint not null
pending_sign_ins: password_hash text not null
pending_sign_ins: weak_password bigint not null
pending_sign_ins: wrong_codes bigint not null
pending_sign_ins: expires_at bigint not null
pending_sign_ins: UNIQUE (digest)
pending_sign_ins: FOREIGN KEY (operator_id) REFERENCES operators(id)
pending_sign_ins: PRIMARY KEY (id)
pending_sign_ins: CREATE UNIQUE INDEX pending_sign_ins_digest_key ON public.pending_sign_ins USING btree (digest)
pending_sign_ins: CREATE UNIQUE INDEX pending_sign_ins_pkey ON public.pending_sign_ins USING btree (id)
photo_links: token_hash text not null
photo_links: secret_hash text not null
photo_links: upload_path text
photo_links: photos bigint not null
photo_links: created_at bigint not null
photo_links: expires_at bigint not null
photo_links: PRIMARY KEY (token_hash)
photo_links: UNIQUE (secret_hash)
photo_links: CREATE INDEX photo_links_by_expiry ON public.photo_links USING btree (expires_at)
photo_links: CREATE UNIQUE INDEX photo_links_pkey ON public.photo_links USING btree (token_hash)
photo_links: CREATE UNIQUE INDEX photo_links_secret_hash_key ON public.photo_links USING btree (secret_hash)
provider_accounts: provider text not null
provider_accounts: account_id text not null
provider_accounts: user_id bigint not null
provider_accounts: session_key text
provider_accounts: updated_at bigint not null
provider_accounts: PRIMARY KEY (provider, account_id)
provider_accounts: FOREIGN KEY (user_id) REFERENCES users(id)
provider_accounts: CREATE INDEX provider_accounts_by_account ON public.provider_accounts USING btree (account_id)
provider_accounts: CREATE INDEX provider_accounts_by_user ON public.provider_accounts USING btree (user_id)
provider_accounts: CREATE UNIQUE INDEX provider_accounts_pkey ON public.provider_accounts USING btree (provider, account_id)
recovery_codes: id bigint not null identity
recovery_codes: operator_id bigint not null
recovery_codes: digest text not null
recovery_codes: used_at bigint
recovery_codes: UNIQUE (digest)
recovery_codes: FOREIGN KEY (operator_id) REFERENCES operators(id)
recovery_codes: PRIMARY KEY (id)
recovery_codes: CREATE UNIQUE INDEX recovery_codes_digest_key ON public.recovery_codes USING btree (digest)
recovery_codes: CREATE INDEX recovery_codes_of_operator ON public.recovery_codes USING btree (operator_id)
recovery_codes: CREATE UNIQUE INDEX recovery_codes_pkey ON public.recovery_codes USING btree (id)
refund_approvals: id bigint not null identity
refund_approvals: order_id bigint not null
refund_approvals: amount_minor bigint not null
refund_approvals: currency text not null
refund_approvals: reason text not null
refund_approvals: requested_by text not null
refund_approvals: requested_at bigint not null
refund_approvals: state text not null
refund_approvals: decided_by text
refund_approvals: decided_at bigint
refund_approvals: decision_reason text
refund_approvals: months bigint
refund_approvals: settled_refund_no text
refund_approvals: CHECK ((amount_minor > 0))
refund_approvals: CHECK (((state = 'pending'::text) = (decided_at IS NULL)))
refund_approvals: CHECK (((decided_at IS NULL) = (decided_by IS NULL)))
refund_approvals: CHECK (((state <> 'confirmed'::text) OR (decided_by <> requested_by)))
refund_approvals: CHECK ((months >= 1))
refund_approvals: FOREIGN KEY (order_id) REFERENCES orders(id)
refund_approvals: PRIMARY KEY (id)
refund_approvals: CHECK ((state = ANY (ARRAY['pending'::text, 'confirmed'::text, 'rejected'::text])))
refund_approvals: CREATE INDEX refund_approvals_by_order ON public.refund_approvals USING btree (order_id, id)
refund_approvals: CREATE UNIQUE INDEX refund_approvals_pending ON public.refund_approvals USING btree (order_id) WHERE (state = 'pending'::text)
refund_approvals: CREATE UNIQUE INDEX refund_approvals_pkey ON public.refund_approvals USING btree (id)
refunds: id bigint not null identity
refunds: refund_no text not null
refunds: order_id bigint not null
refunds: attempt_id bigint not null
refunds: purpose text not null
refunds: amount_minor bigint not null
refunds: currency text not null
refunds: reason text not null
refunds: state text not null
refunds: provider text not null
refunds: provider_refund_id text
refunds: requested_at bigint not null
refunds: finished_at bigint
refunds: last_error text
refunds: failure_code text
refunds: months bigint
refunds: settled_by text
refunds: provider_done_at bigint
refunds: done_before_doubt bigint
refunds: retried_at bigint
refunds: CHECK ((amount_minor > 0))
refunds: FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id)
refunds: CHECK ((failure_code = ANY (ARRAY['provider_unreachable'::text, 'provider_refused'::text, 'insufficient_balance'::text, 'payer_account_abnormal'::text, 'too_late'::text, 'app_store_only'::text, 'payment_closed'::text, 'unknown_payment'::text, 'exceeds_payment'::text])))
refunds: CHECK ((months >= 1))
refunds: FOREIGN KEY (order_id) REFERENCES orders(id)
refunds: PRIMARY KEY (id)
refunds: CHECK ((purpose = ANY (ARRAY['order'::text, 'surplus'::text])))
refunds: UNIQUE (refund_no)
refunds: CHECK ((state = ANY (ARRAY['requested'::text, 'pending'::text, 'done'::text, 'failed'::text])))
refunds: CREATE INDEX refunds_by_attempt ON public.refunds USING btree (attempt_id)
refunds: CREATE INDEX refunds_by_order ON public.refunds USING btree (order_id, id)
refunds: CREATE INDEX refunds_by_provider_id ON public.refunds USING btree (provider_refund_id) WHERE (provider_refund_id IS NOT NULL)
refunds: CREATE UNIQUE INDEX refunds_of_order ON public.refunds USING btree (order_id) WHERE ((purpose = 'order'::text) AND (months IS NULL))
refunds: CREATE INDEX refunds_open ON public.refunds USING btree (requested_at) WHERE (state <> 'done'::text)
refunds: CREATE UNIQUE INDEX refunds_pkey ON public.refunds USING btree (id)
refunds: CREATE UNIQUE INDEX refunds_refund_no_key ON public.refunds USING btree (refund_no)
refunds: CREATE INDEX refunds_returned ON public.refunds USING btree (finished_at) WHERE (state = 'done'::text)
refused_notifications: provider text not null
refused_notifications: code text not null
refused_notifications: hour_at bigint not null
refused_notifications: times bigint not null
refused_notifications: last_at bigint not null
refused_notifications: last_why text not null
refused_notifications: CHECK ((code = ANY (ARRAY['signature'::text, 'timestamp'::text, 'probe'::text, 'malformed'::text, 'recipient'::text, 'replay'::text])))
refused_notifications: PRIMARY KEY (provider, code, hour_at)
refused_notifications: CREATE UNIQUE INDEX refused_notifications_pkey ON public.refused_notifications USING btree (provider, code, hour_at)
refused_sign_ins: name text not null
refused_sign_ins: client text not null
refused_sign_ins: address text
refused_sign_ins: times bigint not null
refused_sign_ins: first_at bigint not null
refused_sign_ins: last_at bigint not null
refused_sign_ins: PRIMARY KEY (name, client)
refused_sign_ins: CHECK ((times >= 1))
refused_sign_ins: CREATE UNIQUE INDEX refused_sign_ins_pkey ON public.refused_sign_ins USING btree (name, client)
sandbox_payments: payment_no text not null
sandbox_payments: amount_minor bigint not null
sandbox_payments: currency text not null
sandbox_payments: title text not null
sandbox_payments: state text not null
sandbox_payments: plan text not null
sandbox_payments: refund_plan text not null
sandbox_payments: notify_url text not null
sandbox_payments: return_url text not null
sandbox_payments: provider_ref text
sandbox_payments: paid_at bigint
sandbox_payments: expires_at bigint not null
sandbox_payments: created_at bigint not null
sandbox_payments: CHECK ((amount_minor > 0))
sandbox_payments: CHECK (((state = 'paid'::text) = (paid_at IS NOT NULL)))
sandbox_payments: PRIMARY KEY (payment_no)
sandbox_payments: CHECK ((plan = ANY (ARRAY['none'::text, 'late'::text])))
sandbox_payments: CHECK ((refund_plan = ANY (ARRAY['done'::text, 'pending'::text, 'failed'::text])))
sandbox_payments: CHECK ((state = ANY (ARRAY['open'::text, 'declined'::text, 'closed'::text, 'paid'::text])))
sandbox_payments: CREATE UNIQUE INDEX sandbox_payments_pkey ON public.sandbox_payments USING btree (payment_no)
sandbox_refunds: refund_no text not null
sandbox_refunds: payment_no text not null
sandbox_refunds: amount_minor bigint not null
sandbox_refunds: state text not null
sandbox_refunds: notify_url text not null
sandbox_refunds: created_at bigint not null
sandbox_refunds: finished_at bigint
sandbox_refunds: CHECK ((amount_minor > 0))
sandbox_refunds: FOREIGN KEY (payment_no) REFERENCES sandbox_payments(payment_no)
sandbox_refunds: PRIMARY KEY (refund_no)
sandbox_refunds: CHECK ((state = ANY (ARRAY['pending'::text, 'done'::text, 'failed'::text])))
sandbox_refunds: CREATE INDEX sandbox_refunds_by_payment ON public.sandbox_refunds USING btree (payment_no, created_at)
sandbox_refunds: CREATE UNIQUE INDEX sandbox_refunds_pkey ON public.sandbox_refunds USING btree (refund_no)
saved_filters: operator_id bigint not null
saved_filters: filters text not null
saved_filters: changed_at bigint not null
saved_filters: FOREIGN KEY (operator_id) REFERENCES operators(id)
saved_filters: PRIMARY KEY (operator_id)
saved_filters: CREATE UNIQUE INDEX saved_filters_pkey ON public.saved_filters USING btree (operator_id)
shipped_rules: hash text not null
shipped_rules: rule text not null
shipped_rules: created_at bigint not null
shipped_rules: PRIMARY KEY (hash)
shipped_rules: CREATE UNIQUE INDEX shipped_rules_pkey ON public.shipped_rules USING btree (hash)
shop_settings: name text not null
shop_settings: value text not null
shop_settings: changed_by text not null
shop_settings: changed_at bigint not null
shop_settings: PRIMARY KEY (name)
shop_settings: CREATE UNIQUE INDEX shop_settings_pkey ON public.shop_settings USING btree (name)
sign_in_rules: rule text not null
sign_in_rules: is_on bigint not null
sign_in_rules: PRIMARY KEY (rule)
sign_in_rules: CREATE UNIQUE INDEX sign_in_rules_pkey ON public.sign_in_rules USING btree (rule)
sign_in_tries: subject text not null
sign_in_tries: tries bigint not null
sign_in_tries: wait_until bigint not null
sign_in_tries: last_at bigint not null
sign_in_tries: PRIMARY KEY (subject)
sign_in_tries: CHECK ((tries >= 0))
sign_in_tries: CREATE INDEX sign_in_tries_by_age ON public.sign_in_tries USING btree (last_at)
sign_in_tries: CREATE UNIQUE INDEX sign_in_tries_pkey ON public.sign_in_tries USING btree (subject)
spent_limits: unlogged
spent_limits: key text not null
spent_limits: window_ms bigint not null
spent_limits: spent_ms bigint not null
spent_limits: restored_at bigint not null
spent_limits: PRIMARY KEY (key)
spent_limits: CREATE INDEX spent_limits_by_restored_at ON public.spent_limits USING btree (restored_at)
spent_limits: CREATE UNIQUE INDEX spent_limits_pkey ON public.spent_limits USING btree (key)
unused_icons: path text not null
unused_icons: unused_since bigint not null
unused_icons: is_removed bigint not null
unused_icons: PRIMARY KEY (path)
unused_icons: CREATE UNIQUE INDEX unused_icons_pkey ON public.unused_icons USING btree (path)
uploads: path text not null
uploads: file text not null
uploads: owner_id bigint
uploads: width_px bigint not null
uploads: height_px bigint not null
uploads: created_at bigint not null
uploads: kept_until bigint not null
uploads: CHECK ((height_px > 0))
uploads: FOREIGN KEY (owner_id) REFERENCES users(id)
uploads: PRIMARY KEY (path)
uploads: CHECK ((width_px > 0))
uploads: CREATE INDEX uploads_by_owner ON public.uploads USING btree (owner_id)
uploads: CREATE UNIQUE INDEX uploads_pkey ON public.uploads USING btree (path)
uploads: CREATE INDEX uploads_to_sweep ON public.uploads USING btree (kept_until, path)
used_challenges: challenge text not null
used_challenges: expires_at bigint not null
used_challenges: PRIMARY KEY (challenge)
used_challenges: CREATE UNIQUE INDEX used_challenges_pkey ON public.used_challenges USING btree (challenge)
users: id bigint not null identity
users: kind text not null
users: issuer text
users: subject text
users: member_until bigint
users: created_at bigint not null
users: token_generation bigint not null
users: erased_at bigint
users: absorbed_into bigint
users: CHECK (((kind = 'user'::text) = ((issuer IS NOT NULL) AND (subject IS NOT NULL))))
users: UNIQUE (issuer, subject)
users: CHECK ((kind = ANY (ARRAY['guest'::text, 'user'::text])))
users: PRIMARY KEY (id)
users: CREATE INDEX users_by_absorber ON public.users USING btree (absorbed_into) WHERE (absorbed_into IS NOT NULL)
users: CREATE INDEX users_by_subject ON public.users USING btree (subject, id) WHERE (subject IS NOT NULL)
users: CREATE UNIQUE INDEX users_issuer_subject_key ON public.users USING btree (issuer, subject)
users: CREATE UNIQUE INDEX users_pkey ON public.users USING btree (id)
webhook_deliveries: event_id text not null
webhook_deliveries: endpoint_id bigint not null
webhook_deliveries: created_at bigint not null
webhook_deliveries: state text not null
webhook_deliveries: attempts bigint not null
webhook_deliveries: last_attempt_at bigint
webhook_deliveries: last_status bigint
webhook_deliveries: last_error text
webhook_deliveries: delivered_at bigint
webhook_deliveries: PRIMARY KEY (event_id, endpoint_id)
webhook_deliveries: CHECK ((state = ANY (ARRAY['waiting'::text, 'held'::text, 'delivered'::text, 'failed'::text])))
webhook_deliveries: CREATE INDEX webhook_deliveries_by_age ON public.webhook_deliveries USING btree (created_at)
webhook_deliveries: CREATE INDEX webhook_deliveries_held ON public.webhook_deliveries USING btree (endpoint_id, created_at, event_id) WHERE (state = 'held'::text)
webhook_deliveries: CREATE INDEX webhook_deliveries_of_endpoint ON public.webhook_deliveries USING btree (endpoint_id, created_at, event_id)
webhook_deliveries: CREATE UNIQUE INDEX webhook_deliveries_pkey ON public.webhook_deliveries USING btree (event_id, endpoint_id)
webhook_endpoints: id bigint not null identity
webhook_endpoints: origin text not null
webhook_endpoints: url text not null
webhook_endpoints: events text not null
webhook_endpoints: state text not null
webhook_endpoints: off_reason text
webhook_endpoints: state_since bigint not null
webhook_endpoints: failing_since bigint
webhook_endpoints: last_failure_at bigint
webhook_endpoints: sealed_secret text not null
webhook_endpoints: former_sealed_secret text
webhook_endpoints: former_until bigint
webhook_endpoints: created_at bigint not null
webhook_endpoints: CHECK ((off_reason = ANY (ARRAY['gone'::text, 'failing'::text])))
webhook_endpoints: CHECK ((origin = ANY (ARRAY['environment'::text, 'console'::text])))
webhook_endpoints: PRIMARY KEY (id)
webhook_endpoints: CHECK ((state = ANY (ARRAY['active'::text, 'paused'::text, 'off'::text])))
webhook_endpoints: CREATE UNIQUE INDEX webhook_endpoint_of_environment ON public.webhook_endpoints USING btree (origin) WHERE (origin = 'environment'::text)
webhook_endpoints: CREATE UNIQUE INDEX webhook_endpoints_pkey ON public.webhook_endpoints USING btree (id)
webhook_replays: id bigint not null identity
webhook_replays: endpoint_id bigint not null
webhook_replays: after_at bigint not null
webhook_replays: after_id text not null
webhook_replays: to_at bigint not null
webhook_replays: delivered_too bigint not null
webhook_replays: PRIMARY KEY (id)
webhook_replays: CREATE UNIQUE INDEX webhook_replays_pkey ON public.webhook_replays USING btree (id)
workers: id text not null
workers: host text not null
workers: version text not null
workers: started_at bigint not null
workers: seen_at bigint not null
workers: PRIMARY KEY (id)
workers: CREATE UNIQUE INDEX workers_pkey ON public.workers USING btree (id)
