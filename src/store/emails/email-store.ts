/** The addresses to which customers want e-mails about an order. */

import { sql } from 'kysely';
import type { EmailReads, EmailWrites } from '../../usecases/emails/email-store.ts';
import type { Session, TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';
import type { NewRow } from '../table.ts';
import { orderEmailsTable } from './order-emails-table.ts';

const { columns, read } = orderEmailsTable.all;

const emailOfOrder = statement<{ orderId: number }>()((db, p) =>
  db.selectFrom('order_emails').select(columns).where('order_id', '=', p.orderId),
);

const emailByToken = statement<{ unsubscribeToken: string }>()((db, p) =>
  db.selectFrom('order_emails').select(columns).where('unsubscribe_token', '=', p.unsubscribeToken),
);

const ordersOfAddress = statement<{ addressDigest: string; limit: number }>()((db, p) =>
  db
    .selectFrom('order_emails')
    .select('order_id as orderId')
    .where('address_digest', '=', p.addressDigest)
    .where('address', 'is not', null)
    .orderBy('entered_at', 'desc')
    .limit(p.limit),
);

const countWritten = statement<{ addressDigest: string; since: number }>()((db, p) =>
  db
    .selectFrom('order_emails')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('address_digest', '=', p.addressDigest)
    .where('entered_at', '>=', p.since)
    .where('queued', '>', sql.lit(0)),
);

const saveEmail = statement<NewRow<typeof orderEmailsTable>>()((db, p) =>
  db
    .insertInto('order_emails')
    .values(orderEmailsTable.inserted(p))
    .onConflict((conflict) =>
      conflict
        .column('order_id')
        .doUpdateSet(
          orderEmailsTable.assigned(
            p,
            'address',
            'addressDigest',
            'language',
            'unsubscribeToken',
            'messageKey',
            'entries',
            'queued',
            'enteredAt',
            'unsubscribedAt',
          ),
        ),
    ),
);

const purgeEmails = statement<{ before: number }>()((db, p) =>
  db.deleteFrom('order_emails').where('entered_at', '<', p.before),
);

export function emailReads(session: Session): EmailReads {
  return {
    async ofOrder(orderId) {
      const row = await session.first(emailOfOrder, { orderId });
      return row && read(row);
    },
    async byToken(unsubscribeToken) {
      const row = await session.first(emailByToken, { unsubscribeToken });
      return row && read(row);
    },
    async ordersOf(addressDigest, limit) {
      const rows = await session.all(ordersOfAddress, { addressDigest, limit });
      return rows.map(({ orderId }) => orderId);
    },
    async countWritten(addressDigest, since) {
      const row = await session.first(countWritten, { addressDigest, since });
      return Number(row?.count ?? 0);
    },
  };
}

export function emailWrites(session: TransactionSession): EmailWrites {
  return {
    ...emailReads(session),
    async save(email) {
      await session.run(saveEmail, orderEmailsTable.write(email));
    },
    async purge(before) {
      await session.run(purgeEmails, { before });
    },
  };
}
