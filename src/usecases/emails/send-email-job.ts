/**
 * Job `send_email`: sends the customer one e-mail about an order. Its failure never changes the order. Key: the order's
 * number, the kind of e-mail and, for a refund, its number: `1M7Y…/refunded/R1M7…`.
 *
 * The process can end after the mail server has accepted the e-mail and before the job is removed. The next attempt
 * then sends the e-mail again, with the same `Message-ID`.
 */

import { composeEmail } from '../../domain/emails/email-content.ts';
import { type EmailKind, emailKinds } from '../../domain/emails/email-kinds.ts';
import { orderedChoices } from '../../domain/emails/ordered-choices.ts';
import { textsIn } from '../../domain/goods/good-text.ts';
import { findGoodKind } from '../../domain/goods/kinds.ts';
import { assertNever } from '../../domain/never.ts';
import type { Order } from '../../domain/order.ts';
import type { Refund } from '../../domain/payment-state.ts';
import { formatDateTime } from '../../domain/zoned-time.ts';
import type { Act } from '../act.ts';
import type { Deps } from '../deps.ts';
import { ofPlacedOrder } from '../goods/documents-on-sale.ts';
import { defineJob } from '../jobs/define-job.ts';
import type { JobPayload } from '../ports/jobs.ts';
import type { Email, Mailer } from '../ports/mailer.ts';
import type { StoreReads } from '../ports/store.ts';
import type { Settings } from '../settings.ts';
import { admitRecipient } from './email-quota.ts';
import type { OrderEmail } from './email-store.ts';
import { unsubscribeUrl } from './unsubscribe-url.ts';

/** Maximum number of attempts. With the pauses between them, so many attempts last about a day. */
const attemptsMax = 20;

export function emailKey(orderNo: string, kind: EmailKind, refundNo: string | null = null): string {
  return refundNo === null ? `${orderNo}/${kind}` : `${orderNo}/${kind}/${refundNo}`;
}

/** The keys of all e-mails that an order can have. */
export function emailKeysOf(orderNo: string, refunds: readonly Pick<Refund, 'refundNo'>[]): string[] {
  return [
    ...emailKinds.filter((kind) => kind !== 'refunded').map((kind) => emailKey(orderNo, kind)),
    ...refunds.map(({ refundNo }) => emailKey(orderNo, 'refunded', refundNo)),
  ];
}

interface Subject {
  readonly orderNo: string;
  readonly kind: EmailKind;
  readonly refundNo: string | null;
}

/** @throws Error for a key that `emailKey` did not make. */
function subjectOf(key: string): Subject {
  const [orderNo = '', name, refundNo = null] = key.split('/');
  const kind = emailKinds.find((known) => known === name);
  if (kind === undefined) throw new Error('the key of the job names no kind of e-mail');
  return { orderNo, kind, refundNo };
}

function payloadOf({ message_id: messageId, at }: JobPayload) {
  if (typeof messageId !== 'string' || typeof at !== 'number') throw new Error('the payload is incomplete');
  return { message_id: messageId, at };
}

type SendDeps = Pick<Deps, 'store' | 'mailer' | 'clock' | 'settings' | 'shopSettings'>;

export const sendEmailJob = defineJob({
  kind: 'send_email',
  lane: 'emails',
  priority: 'normal',
  attemptsMax,
  leaseMs: 60_000,
  payload: payloadOf,
  async purposeOf(reads, { key }) {
    const subject = subjectOf(key);
    const { orderNo } = subject;
    const order = (await reads.orders.byNo(orderNo))?.order;
    if (order === undefined) return { orderNo: null, isNeeded: false };
    const isNeeded = (await addressOf(reads, order)) !== undefined && !isOutdated(subject, order);
    return { orderNo, isNeeded };
  },
  async run(deps: SendDeps, { key, payload }, { signal, log }) {
    const { store, mailer } = deps;
    const subject = subjectOf(key);
    const order = (await store.read.orders.byNo(subject.orderNo))?.order;
    const known = order === undefined ? undefined : await addressOf(store.read, order);
    if (order === undefined || known === undefined) return { kind: 'done' };
    if (isOutdated(subject, order))
      return { kind: 'done', commit: (act) => requireOutdated(act, subject, order) };
    if (mailer === null)
      return { kind: 'hopeless', error: 'SMTP_URL is not set in the process of the worker' };
    const to = await recipientOf(deps, mailer, order, known);
    if (to === undefined) return { kind: 'done' };
    const { shopSettings } = deps;
    const outcome = await mailer.send(
      {
        to: to.address,
        fromName: shopSettings.current().shop_name,
        messageId: payload.message_id,
        at: payload.at,
        language: to.language,
        ...(await contentOf(deps, subject, order, to)),
      },
      signal,
    );
    if (outcome.kind === 'refused') return { kind: 'hopeless', error: outcome.reason };
    log.info({ orderId: order.id, email: subject.kind }, 'e-mail sent');
    return { kind: 'done' };
  },
  mayBeDiscarded: true,
});

type Addressed = OrderEmail & { readonly address: string };

async function addressOf(reads: StoreReads, { id }: Order): Promise<Addressed | undefined> {
  const email = await reads.emails.ofOrder(id);
  return email === undefined || email.address === null ? undefined : { ...email, address: email.address };
}

/**
 * Counts the order for its present address, unless it is counted already. While the e-mail waited, the customer may have
 * replaced the address for which the order was counted when the e-mail was queued.
 * @returns undefined if the order has no address any more, or the quota of its address is used up.
 */
async function recipientOf(
  { store, clock }: SendDeps,
  mailer: Mailer,
  order: Order,
  known: Addressed,
): Promise<Addressed | undefined> {
  if (await store.read.emails.isWritten(order.id, known.addressDigest)) return known;
  const now = clock.now();
  return store.transaction(async (tx) => {
    await tx.orders.lockById(order.id);
    const email = await addressOf(tx, order);
    if (email === undefined) return undefined;
    const digests = mailer.digestsOf(email.address);
    return (await admitRecipient(tx.emails, email, digests, order, now)) ? email : undefined;
  });
}

/**
 * While this job runs, an e-mail with its key is not queued. So if the order needs the e-mail again by now, this job must
 * send it.
 * @throws Error when the e-mail is no longer outdated. The attempt then counts as failed, and is repeated.
 */
async function requireOutdated({ tx }: Act, subject: Subject, { id }: Order): Promise<void> {
  const order = await tx.orders.lockById(id);
  if (order === undefined || isOutdated(subject, order)) return;
  throw new Error('the e-mail is no longer outdated');
}

/** Whether what the e-mail says is no longer true, for example because the e-mail waited for the mail server. */
function isOutdated({ kind }: Subject, { functName, money, deal }: Order): boolean {
  switch (kind) {
    case 'paid':
      // It says that the picture is being made. If the picture is finished or failed, another e-mail says so.
      return money.status !== 'pay' || (deal.status !== 'init' && deal.status !== 'ing');
    case 'failed':
      // An operator may have retried the work.
      return deal.status !== 'fail';
    case 'ready':
    case 'remade':
      // The order may have been refunded, or the retention may have ended.
      if (money.status !== 'pay' || deal.status !== 'done') return true;
      return deal.resultFile === null && findGoodKind(functName)?.work !== 'membership';
    case 'refunded':
      return false;
    default:
      return assertNever(kind);
  }
}

function keptUntilOf(kind: EmailKind, { deal }: Order, { zone }: Pick<Settings, 'zone'>): string | null {
  if (kind !== 'ready' && kind !== 'remade') return null;
  if (deal.status !== 'done' || deal.resultFile === null || deal.resultUntil === null) return null;
  return formatDateTime(deal.resultUntil, zone).slice(0, 10);
}

async function contentOf(
  { store: { read }, settings, shopSettings }: SendDeps,
  { kind, refundNo }: Subject,
  order: Order,
  { language, unsubscribeToken }: OrderEmail,
): Promise<Pick<Email, 'content' | 'unsubscribeUrl'>> {
  const good = await read.goods.byId(order.goodsId);
  const refund = refundNo === null ? undefined : await read.refunds.byNo(refundNo);
  const { document } = order.details;
  const rule =
    typeof document === 'string' ? (await ofPlacedOrder(read, order.details))(document) : undefined;
  const url = unsubscribeUrl(settings, unsubscribeToken);
  const content = composeEmail({
    kind,
    language,
    orderNo: order.orderNo,
    title: good === undefined ? order.functName : textsIn(good, language).title,
    choices: orderedChoices(order.details, rule, language),
    isMembership: findGoodKind(order.functName)?.work === 'membership',
    hasFailed: order.deal.status === 'fail' && order.deal.reason !== 'withdrawn',
    priceMinor: order.priceMinor,
    keptUntil: keptUntilOf(kind, order, settings),
    refund: refund ?? null,
    currency: order.currency,
    orderUrl: `${settings.publicUrl}/?order_no=${encodeURIComponent(order.orderNo)}`,
    unsubscribeUrl: url,
    shop: shopSettings.current(),
  });
  return { content, unsubscribeUrl: url };
}
