/**
 * Places an order of any kind of good and fixes its price. One transaction writes the guest user, the order, the
 * upload's longer retention and the stored response of the idempotency key.
 */

import { findDocumentRule } from '../../domain/documents/document-rules.ts';
import { AppError, invalidParameter } from '../../domain/errors.ts';
import type { Good, GoodKind } from '../../domain/goods/good.ts';
import { findGoodKind } from '../../domain/goods/kinds.ts';
import { textDetail } from '../../domain/goods/parameters.ts';
import { isMember } from '../../domain/membership.ts';
import type { Order } from '../../domain/order.ts';
import { orderPriceMinor } from '../../domain/pricing.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import { holdCaller } from '../callers/hold-caller.ts';
import { recordNameOf, requireStrongKey } from '../callers/idempotency.ts';
import type { IdempotencyRecord } from '../callers/idempotency-store.ts';
import type { Deps } from '../deps.ts';
import { forNewOrder } from '../goods/documents-on-sale.ts';
import { requireFaceConsent } from '../members/face-consent.ts';
import type { QueueLimit } from '../pictures/queue-limit.ts';
import type { Upload } from '../pictures/upload-store.ts';
import { requireUsable, uploadExpired } from '../pictures/usable-upload.ts';
import type { StoreReads, StoreTransaction } from '../ports/store.ts';
import { newOrderNo } from '../public-ids.ts';
import type { IdempotencyKey, PlacedOrder, PlaceOrderCall } from '../service.ts';
import { addWebhookOfTransition } from '../transitions/advance-order.ts';

/** A second equal order of the same user within this time is a duplicate, for example from a double tap. */
const doubleTapMs = 5_000;

/**
 * Thrown to roll the transaction back when another process has stored a response with the same idempotency
 * key.
 */
class KeyTaken extends Error {}

type PlaceDeps = Pick<Deps, 'store' | 'clock' | 'random' | 'settings' | 'tokens' | 'seals'> & {
  readonly queueLimit: QueueLimit;
};

/**
 * @throws AppError `invalid_parameters` (unknown good, a good that another operation sells, unknown path),
 * `upload_expired`, `idempotency_key_reused`, `unavailable` (queue full, shop closed), `forbidden` (consent required),
 * `invalid_credential` (the caller was erased in the meantime).
 */
export async function placeOrder(deps: PlaceDeps, call: PlaceOrderCall): Promise<PlacedOrder> {
  const kind = findGoodKind(call.functName);
  if (kind === undefined) throw new Error(`no kind of good is called ${call.functName}`);
  // Check an order of a document later, in the transaction and after the look-up of the idempotency key: a repeated
  // call must return the stored response, even if operators have stopped selling the document since the first call.
  if (call.details.document === undefined) kind.requireValid?.(call.details, findDocumentRule);
  if (call.idempotency !== null) requireStrongKey(call.caller, call.idempotency.key);
  if (kind.work !== 'membership') {
    // A repeated call gets its stored response although the queue is full. Look it up before the transaction too,
    // because the queue must not be counted within a transaction.
    const replayed = await replay(deps, deps.store.read, call);
    if (replayed !== undefined) return replayed;
    await deps.queueLimit.requireRoom();
  }
  try {
    return await deps.store.transaction((tx) => placeWithin(deps, tx, call, kind));
  } catch (error) {
    if (!(error instanceof KeyTaken)) throw error;
    // The second attempt finds the response that the other process stored.
    return deps.store.transaction((tx) => placeWithin(deps, tx, call, kind));
  }
}

async function placeWithin(
  deps: PlaceDeps,
  tx: StoreTransaction,
  call: PlaceOrderCall,
  kind: GoodKind,
): Promise<PlacedOrder> {
  const now = deps.clock.now();
  const replayed = await replay(deps, tx, call);
  if (replayed !== undefined) return replayed;

  if (!deps.settings.ordersOpen) throw shopClosed();
  if (kind.work !== 'membership') await requireFaceConsent(tx, deps.settings, call.caller);
  const { details, findDocument } = await forNewOrder(tx, call.details);
  kind.requireValid?.(call.details, findDocument);
  const good = await requireGood(tx, call);
  const upload = await requireUpload(tx, call, kind, now);
  if (upload !== null) kind.requireSize?.(details, upload);
  const fingerprint = fingerprintOf(call, upload);
  if (call.idempotency === null && fingerprint !== null) {
    const duplicate = await tx.orders.unpaidDuplicate(fingerprint, now - doubleTapMs);
    if (duplicate !== undefined) return { orderNo: duplicate, guestToken: null, replayed: false };
  }

  const known = await holdCaller(tx, call.caller);
  const user = known ?? (await tx.members.insertGuest(now));
  const order = await tx.orders.insert(
    {
      orderNo: newOrderNo(now, deps.random),
      userId: user.id,
      ownedBy: user.kind,
      goodsId: good.id,
      functName: kind.functName,
      details,
      priceMinor: orderPriceMinor(good, kind, call.details, isMember(user.memberUntil, now)),
      currency: deps.settings.currency,
      fromUserId: call.fromUserId,
      createdAt: now,
      expiresAt: now + deps.settings.orderExpiryMs,
    },
    {
      seq: 1,
      event: { type: 'created', at: now },
      actor: { kind: 'customer', userId: user.id },
    },
    fingerprint,
  );
  if (upload !== null) await keepUploadFor(deps, tx, order, upload);
  const { clock, random, settings } = deps;
  const act = { tx, clock, random, settings, requestId: call.requestId };
  await addWebhookOfTransition(act, order, 'created');

  const guestToken = known === undefined ? deps.tokens.issueGuestToken(user.id, now) : null;
  await remember(deps, tx, call, { orderNo: order.orderNo, guestToken }, now);
  return { orderNo: order.orderNo, guestToken, replayed: false };
}

function shopClosed(): AppError {
  return new AppError('unavailable', 'The shop takes no orders at the moment.', { reason: 'shop_closed' });
}

async function requireGood(tx: StoreTransaction, call: PlaceOrderCall): Promise<Good> {
  const good = await tx.goods.findOnShelf(call.goodsId);
  if (good === undefined) throw invalidParameter('goods_id', 'unknown_good', 'There is no such good.');
  // Specification 4.6, rule 1: "The order endpoint for a good is the one whose last path segment equals that
  // good's `funct_name`."
  if (good.functName !== call.functName) {
    throw invalidParameter('goods_id', 'other_operation', `Order this good with ${good.functName}.`);
  }
  return good;
}

async function requireUpload(
  tx: StoreTransaction,
  call: PlaceOrderCall,
  kind: GoodKind,
  now: Instant,
): Promise<Upload | null> {
  const name = Object.keys(kind.parameters).find((key) => kind.parameters[key]?.kind === 'upload');
  if (name === undefined) return null;
  const upload = await tx.uploads.byPath(textDetail(call.details, name));
  return requireUsable(upload, { caller: call.caller, name, now });
}

/** Keeps the upload longer than the time to pay. The payment extends it again (`payments/start-work.ts`). */
async function keepUploadFor(
  deps: PlaceDeps,
  tx: StoreTransaction,
  order: Order,
  upload: Upload,
): Promise<void> {
  const until = order.expiresAt + deps.settings.uploadKeptMs;
  if (await tx.uploads.keep(upload.path, until)) return;
  // Either the upload is kept long enough already, or another process has deleted it since this transaction read it,
  // which is possible on PostgreSQL. Without the lock, an erasure that began before could still delete the photo,
  // because it does not see this order.
  if ((await tx.uploads.hold(upload.path)) === undefined) throw uploadExpired();
}

/**
 * Two orders with the same fingerprint within `doubleTapMs` are duplicates. An anonymous caller's photo order is
 * identified by the path of the upload, which only its customer knows. An anonymous membership order has no
 * fingerprint, because orders of different people would look equal.
 */
function fingerprintOf(call: PlaceOrderCall, upload: Upload | null): string | null {
  const named = call.caller.kind === 'guest' || call.caller.kind === 'user';
  if (!named && upload === null) return null;
  const who = named ? `${call.caller.kind}:${call.caller.userId}` : 'path';
  return JSON.stringify([who, call.goodsId, call.details, call.fromUserId]);
}

type ReplayDeps = Pick<Deps, 'seals' | 'tokens' | 'clock'>;

async function replay(
  deps: ReplayDeps,
  { idempotency }: Pick<StoreReads, 'idempotency'>,
  call: PlaceOrderCall,
): Promise<PlacedOrder | undefined> {
  if (call.idempotency === null) return undefined;
  const { bodyHash } = call.idempotency;
  const name = recordNameOf(deps, call.caller, call.functName, call.idempotency);
  const record = await idempotency.find(name.scope, name.key);
  if (record === undefined) return replayToNewGuest(deps, idempotency, call, call.idempotency);
  requireSameBody(record, bodyHash);
  if (record.answer === null) {
    throw new AppError(
      'request_in_flight',
      'The first request with this Idempotency-Key is still being processed.',
    );
  }
  const { orderNo, sealedToken } = parseAnswer(record.answer);
  const guestToken = sealedToken === null ? null : deps.seals.open(call.idempotency, sealedToken);
  return { orderNo, guestToken, replayed: true };
}

/**
 * Finds the stored response of an anonymous call that created this guest. A browser stores the guest's cookie as soon as
 * the headers of the response arrive. If the response breaks off afterwards, the browser repeats the call as this guest.
 * The response is returned only to the guest whom its token names, because another customer may have sent the same key
 * from the same address.
 */
async function replayToNewGuest(
  { seals, tokens, clock }: ReplayDeps,
  idempotency: StoreReads['idempotency'],
  { caller, functName }: PlaceOrderCall,
  given: IdempotencyKey,
): Promise<PlacedOrder | undefined> {
  if (caller.kind !== 'guest') return undefined;
  const name = recordNameOf({ seals }, { kind: 'anonymous' }, functName, given);
  const record = await idempotency.find(name.scope, name.key);
  if (record === undefined || record.answer === null) return undefined;
  const { orderNo, sealedToken } = parseAnswer(record.answer);
  if (sealedToken === null) return undefined;
  const identity = await tokens.verify(seals.open(given, sealedToken), clock.now());
  if (identity?.kind !== 'guest' || identity.userId !== caller.userId) return undefined;
  requireSameBody(record, given.bodyHash);
  // The guest has the token already.
  return { orderNo, guestToken: null, replayed: true };
}

/** @throws AppError `idempotency_key_reused` */
function requireSameBody(record: Pick<IdempotencyRecord, 'bodyHash'>, bodyHash: string): void {
  if (record.bodyHash === bodyHash) return;
  throw new AppError('idempotency_key_reused', 'This Idempotency-Key was used with other parameters.');
}

async function remember(
  { seals }: Pick<Deps, 'seals'>,
  tx: StoreTransaction,
  call: PlaceOrderCall,
  { orderNo, guestToken }: Pick<PlacedOrder, 'orderNo' | 'guestToken'>,
  now: Instant,
): Promise<void> {
  if (call.idempotency === null) return;
  // Store the token only for an anonymous caller. An operator may use an idempotency key that is easy to guess.
  const isSealed = guestToken !== null && call.caller.kind === 'anonymous';
  const sealedToken = isSealed ? seals.seal(call.idempotency, guestToken) : null;
  const answer: StoredAnswer = { orderNo, sealedToken };
  const inserted = await tx.idempotency.insert({
    ...recordNameOf({ seals }, call.caller, call.functName, call.idempotency),
    bodyHash: call.idempotency.bodyHash,
    answer: JSON.stringify(answer),
    orderNo: null,
    createdAt: now,
  });
  if (!inserted) throw new KeyTaken();
}

interface StoredAnswer {
  readonly orderNo: string;
  /** The token of the guest that the call created, which only the holder of the idempotency key can open. */
  readonly sealedToken: string | null;
}

function parseAnswer(text: string): StoredAnswer {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || !('orderNo' in value)) throw new Error('damaged answer');
  const { orderNo } = value;
  const sealedToken = 'sealedToken' in value ? value.sealedToken : null;
  if (typeof orderNo !== 'string') throw new Error('damaged answer');
  return { orderNo, sealedToken: typeof sealedToken === 'string' ? sealedToken : null };
}
