-- Made by test/store/schema.test.ts from the migrations. Not to be run: the service migrates itself.

goods: id bigint not null identity
goods: title text not null
goods: summary text not null
goods: icon text not null
goods: price_minor bigint not null
goods: member_price_minor bigint
goods: sort bigint not null
goods: funct_name text not null
goods: on_shelf bigint not null
goods: CHECK ((member_price_minor >= 0))
goods: CHECK ((on_shelf = ANY (ARRAY[(0)::bigint, (1)::bigint])))
goods: PRIMARY KEY (id)
goods: CHECK ((price_minor >= 0))
goods: CREATE UNIQUE INDEX goods_pkey ON public.goods USING btree (id)
idempotency_records: scope text not null
idempotency_records: key text not null
idempotency_records: body_hash text not null
idempotency_records: answer text
idempotency_records: created_at bigint not null
idempotency_records: PRIMARY KEY (scope, key)
idempotency_records: CREATE INDEX idempotency_records_by_age ON public.idempotency_records USING btree (created_at)
idempotency_records: CREATE UNIQUE INDEX idempotency_records_pkey ON public.idempotency_records USING btree (scope, key)
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
jobs: CHECK ((attempts >= 0))
jobs: CHECK ((attempts_max >= 1))
jobs: PRIMARY KEY (id)
jobs: CHECK ((state = ANY (ARRAY['ready'::text, 'running'::text, 'dead'::text])))
jobs: CREATE INDEX jobs_dead ON public.jobs USING btree (id) WHERE (state = 'dead'::text)
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
membership_grants: CHECK ((months >= 1))
membership_grants: FOREIGN KEY (order_id) REFERENCES orders(id)
membership_grants: UNIQUE (order_id)
membership_grants: PRIMARY KEY (id)
membership_grants: FOREIGN KEY (user_id) REFERENCES users(id)
membership_grants: CREATE INDEX membership_grants_by_user ON public.membership_grants USING btree (user_id, id)
membership_grants: CREATE UNIQUE INDEX membership_grants_order_id_key ON public.membership_grants USING btree (order_id)
membership_grants: CREATE UNIQUE INDEX membership_grants_pkey ON public.membership_grants USING btree (id)
operators: id bigint not null identity
operators: name text not null
operators: password_hash text not null
operators: role text not null
operators: UNIQUE (name)
operators: PRIMARY KEY (id)
operators: CHECK ((role = ANY (ARRAY['viewer'::text, 'support'::text, 'owner'::text])))
operators: CREATE UNIQUE INDEX operators_name_key ON public.operators USING btree (name)
operators: CREATE UNIQUE INDEX operators_pkey ON public.operators USING btree (id)
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
order_history: CREATE TRIGGER order_history_refuses_change BEFORE DELETE OR UPDATE OR TRUNCATE ON public.order_history FOR EACH STATEMENT EXECUTE FUNCTION order_history_refuse()
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
orders: CREATE INDEX orders_by_user ON public.orders USING btree (user_id, id)
orders: CREATE UNIQUE INDEX orders_order_no_key ON public.orders USING btree (order_no)
orders: CREATE UNIQUE INDEX orders_pkey ON public.orders USING btree (id)
orders: CREATE INDEX orders_to_expire ON public.orders USING btree (expires_at, id) WHERE (status = 'wait_pay'::text)
orders: CREATE INDEX orders_to_purge ON public.orders USING btree (result_until, id) WHERE (result_file IS NOT NULL)
orders: CREATE INDEX orders_unpaid_twins ON public.orders USING btree (fingerprint, created_at) WHERE ((status = 'wait_pay'::text) AND (fingerprint IS NOT NULL))
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
payment_attempts: CHECK ((amount_minor > 0))
payment_attempts: CHECK (((state = ANY (ARRAY['won'::text, 'surplus'::text])) = (received_minor IS NOT NULL)))
payment_attempts: CHECK (((received_minor IS NULL) = (received_at IS NULL)))
payment_attempts: FOREIGN KEY (order_id) REFERENCES orders(id)
payment_attempts: UNIQUE (payment_no)
payment_attempts: PRIMARY KEY (id)
payment_attempts: CHECK ((received_minor >= 0))
payment_attempts: CHECK ((state = ANY (ARRAY['opening'::text, 'open'::text, 'declined'::text, 'closed'::text, 'won'::text, 'surplus'::text])))
payment_attempts: CREATE INDEX payment_attempts_by_order ON public.payment_attempts USING btree (order_id, id)
payment_attempts: CREATE UNIQUE INDEX payment_attempts_payment_no_key ON public.payment_attempts USING btree (payment_no)
payment_attempts: CREATE UNIQUE INDEX payment_attempts_pkey ON public.payment_attempts USING btree (id)
payment_attempts: CREATE UNIQUE INDEX payment_attempts_won ON public.payment_attempts USING btree (order_id) WHERE (state = 'won'::text)
payment_notifies: provider text not null
payment_notifies: event_id text not null
payment_notifies: payment_no text
payment_notifies: refund_no text
payment_notifies: verdict text not null
payment_notifies: received_at bigint not null
payment_notifies: PRIMARY KEY (provider, event_id)
payment_notifies: CREATE UNIQUE INDEX payment_notifies_pkey ON public.payment_notifies USING btree (provider, event_id)
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
refunds: CHECK ((amount_minor > 0))
refunds: FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id)
refunds: FOREIGN KEY (order_id) REFERENCES orders(id)
refunds: PRIMARY KEY (id)
refunds: CHECK ((purpose = ANY (ARRAY['order'::text, 'surplus'::text])))
refunds: UNIQUE (refund_no)
refunds: CHECK ((state = ANY (ARRAY['requested'::text, 'pending'::text, 'done'::text, 'failed'::text])))
refunds: CREATE INDEX refunds_by_order ON public.refunds USING btree (order_id, id)
refunds: CREATE UNIQUE INDEX refunds_of_order ON public.refunds USING btree (order_id) WHERE (purpose = 'order'::text)
refunds: CREATE UNIQUE INDEX refunds_pkey ON public.refunds USING btree (id)
refunds: CREATE UNIQUE INDEX refunds_refund_no_key ON public.refunds USING btree (refund_no)
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
uploads: CREATE UNIQUE INDEX uploads_pkey ON public.uploads USING btree (path)
uploads: CREATE INDEX uploads_to_sweep ON public.uploads USING btree (kept_until, path)
users: id bigint not null identity
users: kind text not null
users: issuer text
users: subject text
users: member_until bigint
users: created_at bigint not null
users: CHECK (((kind = 'user'::text) = ((issuer IS NOT NULL) AND (subject IS NOT NULL))))
users: UNIQUE (issuer, subject)
users: CHECK ((kind = ANY (ARRAY['guest'::text, 'user'::text])))
users: PRIMARY KEY (id)
users: CREATE UNIQUE INDEX users_issuer_subject_key ON public.users USING btree (issuer, subject)
users: CREATE UNIQUE INDEX users_pkey ON public.users USING btree (id)
