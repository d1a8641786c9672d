/**
 * An owner erases a customer with all orders, or one order. Pictures, names and texts are removed in one transaction;
 * the rows of paid orders stay without personal data. A tombstone makes the service erase the person again after an
 * older backup has been restored.
 */

import type { Order } from '../../domain/order.ts';
import { type Act, type ActDeps, perform } from '../act.ts';
import { isSessionCaller, type OperatorCaller } from '../callers/caller.ts';
import { operatorActor, unknownOrder } from '../callers/order-access.ts';
import { requirePermission } from '../callers/permissions.ts';
import { requireRecentProof } from '../callers/recent-proof.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { Deps } from '../deps.ts';
import { absorbUserOfAccount, userOfAccount } from '../members/absorb-user.ts';
import { unknownUser } from '../members/search-users.ts';
import { updateMembershipEnd } from '../members/update-membership-end.ts';
import type { StoreReads } from '../ports/store.ts';
import {
  erasureMustWait,
  isMembershipActive,
  type ObstacleOfOrder,
  obstacleOf,
} from './erasure-obstacles.ts';
import type { Erasure, ErasureKind } from './erasure-store.ts';
import { lockPhotos, photoObstacles } from './photo-obstacles.ts';
import { purgeGuest } from './purge-guest.ts';
import { type Scrubbed, scrubOrder, scrubUser, sumOf } from './scrub.ts';
import { newTombstone, storeTombstone } from './tombstone.ts';

const pageSize = 100;

export interface ErasureOutcome {
  readonly erasure: Erasure;
  readonly photos: number;
  readonly results: number;
}

/**
 * How many orders an erasure would erase, and which orders prevent the erasure for now. Orders of a guest who became the
 * customer belong to the customer. The erasure of a customer also erases another user with the same account.
 */
export interface ErasurePreview {
  readonly orders: number;
  readonly obstacles: readonly ObstacleOfOrder[];
}

type EraseDeps = ActDeps & Pick<Deps, 'jobs' | 'files' | 'scratch' | 'log'>;

/** @throws AppError `forbidden`, `unknown_item`, `illegal_transition` (an order is not finished). */
export async function eraseUser(
  deps: EraseDeps,
  caller: OperatorCaller,
  userId: number,
): Promise<ErasureOutcome> {
  requireRight(deps, caller);
  return eraseAndStore(deps, caller, async (act) => {
    for (const account of await act.tx.erasures.accountsOf(userId)) {
      await absorbUserOfAccount(act, account, { id: userId });
    }
    await lockOrdersOf(act, userId);
    if ((await act.tx.members.lockUser(userId)) === undefined) throw unknownUser();
    // Lock again: before this transaction held the user's lock, the user may have placed an order.
    const locked = await lockOrdersOf(act, userId);
    await lockPhotos(act.tx, locked);
    const obstacles = await obstaclesOf(act.tx, deps, locked);
    if (obstacles.length > 0) throw erasureMustWait(obstacles);
    let scrubbed = await scrubUser(act, userId);
    for (const order of locked) scrubbed = sumOf(scrubbed, await scrubOrder(act, order, userId));
    const erasure = await insertErasure(act, caller, 'user', userId, locked);
    await recordAudit(act, caller, {
      action: 'user_erased',
      targetKind: 'user',
      targetId: String(userId),
      ...factsOf(erasure, scrubbed),
    });
    return { erasure, scrubbed };
  });
}

/** @throws AppError `forbidden`, `unknown_order`, `illegal_transition` (the order is not finished). */
export async function eraseOrder(
  deps: EraseDeps,
  caller: OperatorCaller,
  orderId: number,
): Promise<ErasureOutcome> {
  requireRight(deps, caller);
  return eraseAndStore(deps, caller, async (act) => {
    const order = await act.tx.orders.lockById(orderId);
    if (order === undefined) throw unknownOrder();
    await lockPhotos(act.tx, [order]);
    const obstacles = await obstaclesOfOrder(act.tx, deps, order);
    if (obstacles.length > 0) throw erasureMustWait(obstacles);
    const { erasedUserId, scrubbed } = await separateOrder(act, order);
    const erasure = await insertErasure(act, caller, 'order', erasedUserId, [order]);
    await recordAudit(act, caller, {
      action: 'order_erased',
      targetKind: 'order',
      targetId: order.orderNo,
      ...factsOf(erasure, scrubbed),
    });
    return { erasure, scrubbed };
  });
}

/**
 * Erases one order: moves the order to a new user without a name, and removes the personal data from its rows. If the
 * order belonged to a guest who has no other data, the guest is deleted.
 */
export async function separateOrder(act: Act, order: Order) {
  const erasedUserId = await act.tx.erasures.insertErasedUser(act.clock.now());
  const scrubbed = await scrubOrder(act, order, erasedUserId);
  if ((await act.tx.members.lockUser(order.userId)) !== undefined)
    await updateMembershipEnd(act, order.userId);
  await purgeGuest(act.tx, order.userId);
  return { erasedUserId, scrubbed };
}

/** @throws AppError `forbidden`, `unknown_item`. */
export async function previewUserErasure(
  deps: Pick<Deps, 'store' | 'jobs'>,
  caller: OperatorCaller,
  userId: number,
): Promise<ErasurePreview> {
  requirePermission(caller, 'customers_erase');
  const { read } = deps.store;
  if ((await read.members.userById(userId)) === undefined) throw unknownUser();
  const orders = await ordersOf(read, userId);
  for (const account of await read.erasures.accountsOf(userId)) {
    const other = await userOfAccount(read, account, { id: userId });
    if (other !== undefined) orders.push(...(await ordersOf(read, other.id)));
  }
  return { orders: orders.length, obstacles: await obstaclesOf(read, deps, orders) };
}

/** @throws AppError `forbidden`, `unknown_order`. */
export async function previewOrderErasure(
  deps: Pick<Deps, 'store' | 'jobs' | 'clock' | 'settings'>,
  caller: OperatorCaller,
  orderId: number,
): Promise<ErasurePreview> {
  requirePermission(caller, 'customers_erase');
  const { read } = deps.store;
  const orderNo = await read.orders.noById(orderId);
  const found = orderNo === undefined ? undefined : await read.orders.byNo(orderNo);
  if (found === undefined) throw unknownOrder();
  return { orders: 1, obstacles: await obstaclesOfOrder(read, deps, found.order) };
}

function requireRight({ clock }: Pick<Deps, 'clock'>, caller: OperatorCaller): void {
  requirePermission(caller, 'customers_erase');
  if (isSessionCaller(caller)) requireRecentProof(caller, clock.now());
}

interface Erased {
  readonly erasure: Erasure;
  readonly scrubbed: Scrubbed;
}

async function eraseAndStore(
  deps: EraseDeps,
  caller: OperatorCaller,
  erase: (act: Act) => Promise<Erased>,
): Promise<ErasureOutcome> {
  const cause = { actor: operatorActor(caller), requestId: caller.requestId };
  const { erasure, scrubbed } = await perform(deps, cause, erase);
  try {
    await storeTombstone(deps, erasure);
  } catch (err) {
    // The erasure is done without its tombstone. The job `forget_again` stores the tombstone later.
    deps.log.warn(
      { err, erasureId: erasure.id },
      'the tombstone of an erasure is not stored yet; a job will store it',
    );
  }
  if (!(await deps.store.dropDeletedBytes())) {
    deps.log.info(
      { erasureId: erasure.id },
      'the database log still contains changes from before an erasure',
    );
  }
  return { erasure, photos: scrubbed.photos, results: scrubbed.results };
}

async function insertErasure(
  { tx, clock, random }: Act,
  caller: OperatorCaller,
  kind: ErasureKind,
  userId: number,
  orders: readonly Order[],
): Promise<Erasure> {
  const [user] = await tx.members.searchUsers({ id: userId, subject: null }, null, 1);
  if (user === undefined) throw new Error(`there is no user ${userId}`);
  const now = clock.now();
  return tx.erasures.insert({
    tombstone: newTombstone(random),
    kind,
    userId,
    userCreatedAt: user.createdAt,
    orders: orders.map(({ id, createdAt }) => ({ id, createdAt })),
    erasedAt: now,
    operator: caller.operator.name,
    isStored: false,
    finishedAt: now,
  });
}

function factsOf({ orders }: Erasure, { photos, results }: Scrubbed) {
  return { reason: null, before: null, after: { orders: orders.length, photos, results } };
}

async function lockOrdersOf(act: Act, userId: number): Promise<Order[]> {
  const orders: Order[] = [];
  const found = (await ordersOf(act.tx, userId)).toSorted((a, b) => a.id - b.id);
  for (const { id } of found) {
    const order = await act.tx.orders.lockById(id);
    if (order?.userId === userId) orders.push(order);
  }
  return orders;
}

async function ordersOf({ orders }: Pick<StoreReads, 'orders'>, userId: number): Promise<Order[]> {
  const all: Order[] = [];
  for (;;) {
    const page = await orders.ofUser(userId, all.at(-1)?.id ?? null, pageSize);
    all.push(...page.map(({ order }) => order));
    if (page.length < pageSize) return all;
  }
}

/**
 * Lists what prevents the erasure of these orders. This includes unfinished orders of any customer that use the same
 * photo.
 */
async function obstaclesOf(
  reads: StoreReads,
  { jobs }: Pick<Deps, 'jobs'>,
  orders: readonly Order[],
): Promise<ObstacleOfOrder[]> {
  const obstacles: ObstacleOfOrder[] = [];
  for (const order of orders) {
    const obstacle = await obstacleOf(reads, jobs, order);
    if (obstacle !== null) obstacles.push({ orderId: order.id, obstacle });
  }
  return [...obstacles, ...(await photoObstacles(reads, jobs, orders))];
}

async function obstaclesOfOrder(
  reads: StoreReads,
  deps: Pick<Deps, 'jobs' | 'clock' | 'settings'>,
  order: Order,
): Promise<ObstacleOfOrder[]> {
  const obstacles = await obstaclesOf(reads, deps, [order]);
  const isActive = await isMembershipActive(reads, order, deps);
  return isActive ? [...obstacles, { orderId: order.id, obstacle: 'membership_active' }] : obstacles;
}
