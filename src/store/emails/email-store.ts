/** The addresses to which customers want e-mails about an order. */

import { sql } from 'kysely';
import type { EmailReads, EmailWrites } from '../../usecases/emails/email-store.ts';
import type { Session, TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';
import type { NewRow } from '../table.ts';
import { orderEmailRecipientsTable } from './order-email-recipients-table.ts';
import { orderEmailsTable } from './order-emails-table.ts';

const { columns, read } = orderEmailsTable.all;

const emailOfOrder = statement<{ orderId: number }>()((db, p) =>
  db.selectFrom('order_emails').select(columns).where('order_id', '=', p.orderId),
);

const emailByToken = statement<{ unsubscribeToken: string }>()((db, p) =>
  db.selectFrom('order_emails').select(columns).where('unsubscribe_token', '=', p.unsubscribeToken),
);

const digestOfItem = sql<string>`item.value ->> 'digest'`;

/** The value of the parameter `digests`, of which `digestOfItem` reads each. */
function digestsJson(digests: readonly string[]): string {
  return JSON.stringify(digests.map((digest) => ({ digest })));
}

const ordersOfAddress = statement<{ digests: string; limit: number }>()((db, p, { jsonRows }) =>
  db
    .selectFrom('order_emails')
    .select('order_id as orderId')
    .where('address_digest', 'in', (from) =>
      from.selectFrom(jsonRows(p.digests).as('item')).select(digestOfItem.as('digest')),
    )
    .where('address', 'is not', null)
    .orderBy('entered_at', 'desc')
    .limit(p.limit),
);

// Two digests of one address can belong to one order, so count each order once.
const countWrittenOf = (price: '=' | '>') =>
  statement<{ digests: string; since: number; exceptOrderId: number }>()((db, p, { jsonRows }) =>
    db
      .selectFrom('order_email_recipients')
      .innerJoin('orders', 'orders.id', 'order_email_recipients.order_id')
      .select((row) => row.fn.count<number>('order_id').distinct().as('count'))
      .where('orders.price_minor', price, sql.lit(0))
      .where('address_digest', 'in', (from) =>
        from.selectFrom(jsonRows(p.digests).as('item')).select(digestOfItem.as('digest')),
      )
      .where('first_at', '>=', p.since)
      .where('order_id', '<>', p.exceptOrderId),
  );
const countWrittenFree = countWrittenOf('=');
const countWrittenPaid = countWrittenOf('>');

const findRecipient = statement<{ orderId: number; addressDigest: string }>()((db, p) =>
  db
    .selectFrom('order_email_recipients')
    .select('first_at as firstAt')
    .where('order_id', '=', p.orderId)
    .where('address_digest', '=', p.addressDigest),
);

const insertRecipient = statement<NewRow<typeof orderEmailRecipientsTable>>()((db, p) =>
  db
    .insertInto('order_email_recipients')
    .values(orderEmailRecipientsTable.inserted(p))
    .onConflict((conflict) => conflict.columns(['order_id', 'address_digest']).doNothing()),
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
    async ordersOf(addressDigests, limit) {
      const rows = await session.all(ordersOfAddress, { digests: digestsJson(addressDigests), limit });
      return rows.map(({ orderId }) => orderId);
    },
    async countWritten(addressDigests, since, { isFree, exceptOrderId }) {
      const digests = digestsJson(addressDigests);
      const row = await session.first(isFree ? countWrittenFree : countWrittenPaid, {
        digests,
        since,
        exceptOrderId,
      });
      return Number(row?.count ?? 0);
    },
    async isWritten(orderId, addressDigest) {
      return (await session.first(findRecipient, { orderId, addressDigest })) !== undefined;
    },
  };
}

export function emailWrites(session: TransactionSession): EmailWrites {
  return {
    ...emailReads(session),
    async save(email) {
      await session.run(saveEmail, orderEmailsTable.write(email));
    },
    async recordRecipient(recipient) {
      await session.run(insertRecipient, orderEmailRecipientsTable.write(recipient));
    },
    async purge(before) {
      await session.run(purgeEmails, { before });
    },
  };
}
