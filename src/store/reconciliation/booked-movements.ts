/**
 * The payments and refunds of a period, for providers that have no readable bill. The service queries each of them
 * at the provider.
 */

import { sql } from 'kysely';
import { paymentAttemptsTable } from '../payments/payment-attempts-table.ts';
import { refundsTable } from '../refunds/refunds-table.ts';
import { statement } from '../statement.ts';

interface Page {
  readonly provider: string;
  readonly from: number;
  readonly to: number;
  readonly afterId: number;
  readonly limit: number;
}

export const receivedPayments = statement<Page>()((db, p) =>
  db
    .selectFrom('payment_attempts')
    .select(paymentAttemptsTable.all.columns)
    .where('received_at', 'is not', null)
    .where('received_at', '>=', p.from)
    .where('received_at', '<', p.to)
    .where('provider', '=', p.provider)
    .where('id', '>', p.afterId)
    .orderBy('id')
    .limit(p.limit),
);

export const unpaidAttempts = statement<Page>()((db, p) =>
  db
    .selectFrom('payment_attempts')
    .select(paymentAttemptsTable.all.columns)
    .where('received_at', 'is', null)
    .where('created_at', '>=', p.from)
    .where('created_at', '<', p.to)
    .where('provider', '=', p.provider)
    .where('id', '>', p.afterId)
    .orderBy('id')
    .limit(p.limit),
);

export const doneRefunds = statement<Page>()((db, p) =>
  db
    .selectFrom('refunds')
    .select(refundsTable.all.columns)
    .where('state', '=', sql.lit<'done'>('done'))
    .where('finished_at', '>=', p.from)
    .where('finished_at', '<', p.to)
    .where('provider', '=', p.provider)
    .where('id', '>', p.afterId)
    .orderBy('id')
    .limit(p.limit),
);

export const unfinishedRefunds = statement<Page>()((db, p) =>
  db
    .selectFrom('refunds')
    .select(refundsTable.all.columns)
    .where('state', '<>', sql.lit<'done'>('done'))
    .where('requested_at', '>=', p.from)
    .where('requested_at', '<', p.to)
    .where('provider', '=', p.provider)
    .where('id', '>', p.afterId)
    .orderBy('id')
    .limit(p.limit),
);
