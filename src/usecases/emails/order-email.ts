/**
 * A customer enters an address for e-mails about one order, or removes it. Everyone who has the number of a guest's
 * order can open it, so nothing here returns the whole address.
 */

import { maskEmailAddress, parseEmailAddress } from '../../domain/emails/email-address.ts';
import { AppError, invalidParameter } from '../../domain/errors.ts';
import type { Language } from '../../domain/language.ts';
import type { Order } from '../../domain/order.ts';
import { type Act, type ActDeps, perform, system } from '../act.ts';
import type { Caller } from '../callers/caller.ts';
import { lockOrderFor } from '../callers/hold-caller.ts';
import { requireAccess } from '../callers/order-access.ts';
import { requirePermission } from '../callers/permissions.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { Deps } from '../deps.ts';
import type { Random } from '../ports/tools.ts';
import { isQuotaUsed } from './email-quota.ts';
import type { OrderEmail } from './email-store.ts';

/** The most addresses that can be entered for one order. A customer who corrects a mistake needs two or three. */
const entriesPerOrderMax = 5;
/** What a customer sees of the address for e-mails about an order. */
export interface OrderEmailView {
  /** Null: no e-mails are sent. */
  readonly maskedAddress: string | null;
  /** The recipient has ended the e-mails, so no address can be entered any more. */
  readonly isUnsubscribed: boolean;
}

export interface SetOrderEmailCall {
  readonly caller: Caller;
  readonly orderNo: string;
  readonly address: string;
  readonly language: Language;
  readonly requestId: string;
}

function viewOf(email: OrderEmail | undefined): OrderEmailView {
  return {
    maskedAddress: email === undefined || email.address === null ? null : maskEmailAddress(email.address),
    isUnsubscribed: email !== undefined && email.unsubscribedAt !== null,
  };
}

/** @throws AppError `unknown_order`. */
export async function viewOrderEmail(
  { store: { read } }: Pick<Deps, 'store'>,
  caller: Caller,
  orderNo: string,
): Promise<OrderEmailView> {
  const order = requireAccess(caller, (await read.orders.byNo(orderNo))?.order);
  return viewOf(await read.emails.ofOrder(order.id));
}

/**
 * @throws AppError `forbidden`, `unknown_order`, `invalid_parameters`, `illegal_transition` (the shop sends no
 * e-mails, the order has ended, the recipient has ended the e-mails, or the address was changed too often),
 * `too_many_requests` (the quota of the address is used up).
 */
export async function setOrderEmail(
  deps: ActDeps & Pick<Deps, 'mailer'>,
  call: SetOrderEmailCall,
): Promise<OrderEmailView> {
  const { caller, orderNo, language, requestId } = call;
  requirePermission(caller, 'inbox_work');
  const { mailer } = deps;
  if (mailer === null) {
    throw new AppError('illegal_transition', 'This shop sends no e-mails.', { reason: 'emails_not_offered' });
  }
  const address = parseEmailAddress(call.address.trim());
  if (address === undefined) throw invalidParameter('email', 'not_an_email', 'must be an e-mail address');
  const addressDigests = mailer.digestsOf(address);
  return perform(deps, { actor: system, requestId }, async (act) => {
    const { tx, clock, random } = act;
    const order = await lockOrderFor(tx, caller, orderNo);
    requireOpen(order);
    const known = await tx.emails.ofOrder(order.id);
    const now = clock.now();
    if (known?.address === address) {
      const same = { ...known, language };
      await tx.emails.save(same);
      await audit(act, caller, 'order_email_set', orderNo);
      return viewOf(same);
    }
    requireRoom(known);
    if (await isQuotaUsed(tx.emails, addressDigests, order, now)) throw quotaUsed();
    const email: OrderEmail = {
      orderId: order.id,
      address,
      addressDigest: addressDigests[0],
      language,
      unsubscribeToken: tokenOf(random, 24),
      messageKey: tokenOf(random, 12),
      entries: (known?.entries ?? 0) + 1,
      queued: known?.queued ?? 0,
      enteredAt: now,
      unsubscribedAt: null,
    };
    await tx.emails.save(email);
    await audit(act, caller, 'order_email_set', orderNo);
    return viewOf(email);
  });
}

/** @throws AppError `forbidden`, `unknown_order`. */
export async function removeOrderEmail(
  deps: ActDeps,
  caller: Caller,
  orderNo: string,
  requestId: string,
): Promise<OrderEmailView> {
  requirePermission(caller, 'inbox_work');
  return perform(deps, { actor: system, requestId }, async (act) => {
    const { tx } = act;
    const order = await lockOrderFor(tx, caller, orderNo);
    const known = await tx.emails.ofOrder(order.id);
    if (known === undefined || known.address === null) return viewOf(known);
    const removed = { ...known, address: null };
    await tx.emails.save(removed);
    await audit(act, caller, 'order_email_removed', orderNo);
    return viewOf(removed);
  });
}

/** Records an operator's change. The entry does not contain the address, which is personal data. */
function audit(
  act: Act,
  caller: Caller,
  action: 'order_email_set' | 'order_email_removed',
  orderNo: string,
): Promise<void> {
  return recordAudit(act, caller, {
    action,
    targetKind: 'order',
    targetId: orderNo,
    reason: null,
    before: null,
    after: null,
  });
}

/**
 * The recipient ends the e-mails about an order with the link in one of them. The order accepts no address afterwards,
 * because the recipient may not be the customer.
 */
export async function unsubscribe(deps: ActDeps, token: string, requestId: string): Promise<void> {
  await perform(deps, { actor: system, requestId }, async ({ tx, clock }) => {
    const known = await tx.emails.byToken(token);
    if (known === undefined || known.unsubscribedAt !== null) return;
    await tx.orders.lockById(known.orderId);
    const email = await tx.emails.ofOrder(known.orderId);
    if (email?.unsubscribeToken !== token) return;
    await tx.emails.save({ ...email, address: null, unsubscribedAt: clock.now() });
  });
}

/**
 * @returns the language of the e-mails that the link ends; undefined if the link is unknown or has already been used.
 */
export async function languageOfUnsubscribe(
  { store: { read } }: Pick<Deps, 'store'>,
  token: string,
): Promise<Language | undefined> {
  const email = await read.emails.byToken(token);
  return email === undefined || email.address === null ? undefined : email.language;
}

/** @throws AppError `illegal_transition`: the order is cancelled or refunded, so no e-mail about it can follow. */
function requireOpen({ money }: Order): void {
  if (money.status !== 'cancal' && money.status !== 'refund') return;
  throw new AppError('illegal_transition', 'This order has ended, so there is nothing to report by e-mail.', {
    reason: 'order_ended',
  });
}

/** @throws AppError `illegal_transition`: the recipient has ended the e-mails, or the address was changed too often. */
function requireRoom(known: OrderEmail | undefined): void {
  if (known === undefined) return;
  if (known.unsubscribedAt !== null) {
    throw new AppError('illegal_transition', 'The recipient has ended the e-mails about this order.', {
      reason: 'email_unsubscribed',
    });
  }
  if (known.entries >= entriesPerOrderMax) {
    throw new AppError('illegal_transition', 'The address of this order was changed too often.', {
      reason: 'too_many_emails_entered',
    });
  }
}

function quotaUsed(): AppError {
  return new AppError('too_many_requests', 'This address got e-mails about many orders today.', {
    reason: 'email_quota_used',
    retryAfterS: 60 * 60,
  });
}

/** @returns random text of characters that need no escaping in a URL or a `Message-ID`. */
function tokenOf(random: Random, byteCount: number): string {
  return Buffer.from(random.bytes(byteCount)).toString('hex');
}
