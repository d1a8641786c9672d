/**
 * Everything that the shop stores about the user or guest who calls, for a download: the facts, and the photos and
 * pictures that still exist. The download contains no secret: session keys and the addresses of links are left out.
 */

import { givenDetails } from '../../domain/goods/rule-details.ts';
import type { Order } from '../../domain/order.ts';
import { numberAtProvider } from '../../domain/payment-state.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { Caller } from '../callers/caller.ts';
import { requireUser } from '../callers/order-access.ts';
import type { Deps } from '../deps.ts';
import { uploadPathOf } from '../pictures/upload-of-order.ts';
import type { StoredFile } from '../ports/file-store.ts';
import type { StoreReads } from '../ports/store.ts';

/** The maximum number of orders in one download, newest first. Few customers place so many orders. */
const ordersMax = 1000;
const notesMax = 1000;

export interface OwnFile {
  /**
   * The name of the file in the download: `photos/….jpg`, `pictures/1M7Y….jpg`, and `pictures/1M7Y…-former-1.jpg` for
   * the picture that the first new picture of an order replaced.
   */
  readonly name: string;
  readonly file: StoredFile;
}

export interface OwnData {
  /**
   * The stored facts about the customer, as values for JSON. Times are UTC in ISO 8601, amounts are in 1/100 of the
   * currency's major unit.
   */
  readonly facts: Readonly<Record<string, unknown>>;
  readonly files: AsyncIterable<OwnFile>;
}

type ExportDeps = Pick<Deps, 'store' | 'files' | 'clock'>;

/** @throws AppError `unauthenticated`: the caller is neither a user nor a guest. */
export async function exportMine({ store, files, clock }: ExportDeps, caller: Caller): Promise<OwnData> {
  const userId = requireUser(caller);
  const { read } = store;
  const orders = (await read.orders.ofUser(userId, null, ordersMax)).map(({ order }) => order);
  const [user] = await read.members.searchUsers({ id: userId, subject: null }, null, 1);
  const notes = await read.inbox.notes({ targetKind: 'user', targetId: userId }, null, notesMax);
  const facts = {
    exported_at: timeText(clock.now()),
    customer:
      user === undefined
        ? null
        : {
            number: user.id,
            kind: user.kind,
            identity_provider: user.issuer,
            account: user.subject,
            created_at: timeText(user.createdAt),
            member_until: timeText(user.memberUntil),
          },
    accounts: await read.erasures.accountsOf(userId),
    membership: (await read.members.grantRecordsOf(userId)).map((grant) => ({
      months: grant.months,
      months_refunded: grant.monthsRefunded,
      granted_at: timeText(grant.grantedAt),
      reason: grant.reason,
      ended_at: timeText(grant.revokedAt),
    })),
    consents: (await read.consents.ofUser(userId)).map(({ version, en, zh, givenAt, withdrawnAt }) => ({
      version,
      text_en: en,
      text_zh: zh,
      given_at: timeText(givenAt),
      withdrawn_at: timeText(withdrawnAt),
    })),
    notes_of_the_shop: notes.map(({ text, createdAt }) => ({ text, created_at: timeText(createdAt) })),
    orders: await factsOfAll(read, orders),
  };
  return { facts, files: ownFiles({ store, files }, userId, orders) };
}

/** One order after another, so that thousands of reads do not queue for the database before the reads of other calls. */
async function factsOfAll(read: StoreReads, orders: readonly Order[]) {
  const facts = [];
  for (const order of orders) facts.push(await orderFacts(read, order));
  return facts;
}

async function orderFacts(read: StoreReads, order: Order) {
  const { money, deal } = order;
  const payments = await read.payments.ofOrder(order.id);
  const refunds = await read.refunds.ofOrder(order.id);
  const email = await read.emails.ofOrder(order.id);
  const notes = await read.inbox.notes({ targetKind: 'order', targetId: order.id }, null, notesMax);
  return {
    order_no: order.orderNo,
    product: order.goodsId,
    choices: givenDetails(order.details),
    inviter: order.fromUserId,
    price: order.priceMinor,
    currency: order.currency,
    status: money.status,
    deal_status: deal.status,
    created_at: timeText(order.createdAt),
    paid_at: timeText('paidAt' in money ? money.paidAt : null),
    finished_at: timeText('finishedAt' in deal ? deal.finishedAt : null),
    payments: payments.map((payment) => ({
      number: numberAtProvider(payment),
      provider: payment.provider,
      provider_number: payment.providerRef,
      amount: payment.amountMinor,
      received: payment.receivedMinor,
      received_at: timeText(payment.receivedAt),
    })),
    refunds: refunds.map((refund) => ({
      number: refund.refundNo,
      amount: refund.amountMinor,
      reason: refund.reason,
      state: refund.state,
      requested_at: timeText(refund.requestedAt),
      finished_at: timeText(refund.finishedAt),
    })),
    email:
      email === undefined || email.address === null
        ? null
        : { address: email.address, language: email.language, entered_at: timeText(email.enteredAt) },
    problems: (await read.problems.ofOrder(order.id)).map((problem) => ({
      reason: problem.reason,
      note: problem.note,
      area: problem.area,
      reported_at: timeText(problem.reportedAt),
      answer: problem.answer,
      reply: problem.reply,
      answered_at: timeText(problem.answeredAt),
    })),
    notes_of_the_shop: notes.map(({ text, createdAt }) => ({ text, created_at: timeText(createdAt) })),
    history: (await read.orders.history(order.id)).map(({ event }) => ({
      event: event.type,
      at: timeText(event.at),
    })),
  };
}

/** Yields one file at a time, so that only one is open. Files that have been deleted are left out. */
async function* ownFiles(
  { store, files }: Pick<Deps, 'store' | 'files'>,
  userId: number,
  orders: readonly Order[],
): AsyncIterable<OwnFile> {
  const photos = new Map<string, string>();
  for (const { file } of await store.read.erasures.uploadsOf(userId)) photos.set(file, file);
  for (const order of orders) {
    const path = uploadPathOf(order);
    const upload = path === undefined ? undefined : await store.read.uploads.byPath(path);
    if (upload !== undefined) photos.set(upload.file, upload.file);
  }
  for (const key of photos.keys()) {
    const file = await files.get(key);
    if (file !== undefined) yield { name: key.replace(/^uploads\//, 'photos/'), file };
  }
  for (const order of orders) {
    for (const [key, name] of await picturesOf(store.read, order)) {
      const file = await files.get(key);
      if (file !== undefined) yield { name: `pictures/${name}${endingOf(key)}`, file };
    }
  }
}

/** @returns for the key of each picture of the order its name in the download, without the ending. */
async function picturesOf(read: StoreReads, { id, orderNo, deal }: Order): Promise<Map<string, string>> {
  const pictures = new Map<string, string>();
  if (deal.status === 'done' && deal.resultFile !== null) pictures.set(deal.resultFile, orderNo);
  // After a remake, the row of the problem contains the key of the former picture.
  let former = 0;
  for (const { pictureFile } of await read.problems.ofOrder(id)) {
    if (pictureFile === null || pictures.has(pictureFile)) continue;
    former += 1;
    pictures.set(pictureFile, `${orderNo}-former-${former}`);
  }
  return pictures;
}

function endingOf(key: string): string {
  return /\.\w+$/.exec(key)?.[0] ?? '';
}

function timeText(at: Instant | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
