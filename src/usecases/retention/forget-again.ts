/**
 * Applies tombstones to a database that was restored from an older backup, and completes erasures: it stores tombstones
 * that could not be stored before, and erases orders that were not finished in the backup. The start of the service,
 * `photokiosk restore` and a schedule call it.
 */

import type { Order } from '../../domain/order.ts';
import { type Act, type ActDeps, perform, system } from '../act.ts';
import type { Deps } from '../deps.ts';
import { separateOrder } from './erase-customer.ts';
import { obstacleOf } from './erasure-obstacles.ts';
import type { Erasure, TombstoneFacts } from './erasure-store.ts';
import { lockPhotos, photoObstacles } from './photo-obstacles.ts';
import { scrubOrder, scrubUser } from './scrub.ts';
import { readTombstone, storeTombstone, tombstoneGroup, tombstoneOfKey } from './tombstone.ts';

const cause = { actor: system, requestId: null };
const openMax = 100;

export interface ForgottenAgain {
  /** How many tombstones were applied, because the database did not contain their erasures. */
  readonly applied: number;
  /** The keys of the files whose removal is scheduled. */
  readonly files: readonly string[];
}

export type ForgetDeps = ActDeps & Pick<Deps, 'jobs' | 'files' | 'scratch' | 'log'>;

export async function forgetAgain(deps: ForgetDeps, signal?: AbortSignal): Promise<ForgottenAgain> {
  const files: string[] = [];
  let applied = 0;
  for (const erasure of await deps.store.read.erasures.open(openMax)) {
    signal?.throwIfAborted();
    if (!erasure.isStored) await storeTombstone(deps, erasure);
    if (erasure.finishedAt === null) files.push(...(await finishErasure(deps, erasure)));
  }
  for await (const key of deps.files.keys(tombstoneGroup)) {
    signal?.throwIfAborted();
    const tombstone = tombstoneOfKey(key);
    if (tombstone === undefined) continue;
    if ((await deps.store.read.erasures.byTombstone(tombstone)) !== undefined) continue;
    const facts = await readTombstone(deps, tombstone);
    if (facts === undefined) continue;
    const erasure = await beginAgain(deps, facts, files);
    if (erasure === undefined) continue;
    applied++;
    files.push(...(await finishErasure(deps, erasure)));
  }
  if (applied > 0) deps.log.warn({ applied }, 'customers who were erased after the backup were erased again');
  return { applied, files };
}

/**
 * Begins the erasure that a tombstone describes: removes the names of the users at once, so that no caller can open
 * their orders any more. Besides the erased user, the users are those who were absorbed after the backup: the tombstone
 * names them, and they own its orders in the restored database.
 */
function beginAgain(deps: ForgetDeps, facts: TombstoneFacts, files: string[]): Promise<Erasure | undefined> {
  return perform(deps, cause, async (act) => {
    const { tx } = act;
    // Several processes can start at the same time after a restore. The look-up follows the lock, so that it sees the
    // erasure that another process has committed meanwhile.
    await tx.erasures.lockTombstone(facts.tombstone);
    if ((await tx.erasures.byTombstone(facts.tombstone)) !== undefined) return undefined;
    const named = await lockNamed(act, facts);
    const users = new Set<number>();
    const { absorbed, ...erased } = facts;
    if (facts.kind === 'user') {
      for (const { id, createdAt } of [{ id: facts.userId, createdAt: facts.userCreatedAt }, ...absorbed]) {
        if (await tx.erasures.userCreated(id, createdAt)) users.add(id);
      }
      for (const { userId } of named) users.add(userId);
    }
    const orders = new Map(named.map((order) => [order.id, order]));
    for (const userId of users) {
      for (const { order } of await tx.orders.ofUser(userId, null, Number.MAX_SAFE_INTEGER)) {
        orders.set(order.id, order);
      }
      files.push(...(await scrubUser(act, userId)).files);
    }
    return tx.erasures.insert({
      ...erased,
      orders: [...orders.values()].map(({ id, createdAt }) => ({ id, createdAt })),
      operator: null,
      isStored: true,
      finishedAt: null,
    });
  });
}

/** The orders of the tombstone that exist in this database. */
async function lockNamed({ tx }: Act, { orders }: Pick<TombstoneFacts, 'orders'>): Promise<Order[]> {
  const found: Order[] = [];
  for (const { id, createdAt } of orders.toSorted((a, b) => a.id - b.id)) {
    const order = await tx.orders.lockById(id);
    if (order?.createdAt === createdAt) found.push(order);
  }
  return found;
}

/**
 * Erases those orders of the erasure that can be erased by now.
 * @returns the keys of the removed files.
 */
async function finishErasure(deps: ForgetDeps, erasure: Erasure): Promise<string[]> {
  const files: string[] = [];
  let isWaiting = false;
  for (const named of erasure.orders) {
    const outcome = await perform(deps, cause, async (act) => {
      const [order] = await lockNamed(act, { orders: [named] });
      if (order === undefined) return 'gone';
      if ((await obstacleOf(act.tx, deps.jobs, order)) !== null) return 'waits';
      await lockPhotos(act.tx, [order]);
      if ((await photoObstacles(act.tx, deps.jobs, [order])).length > 0) return 'waits';
      const [owner] = await act.tx.members.searchUsers({ id: order.userId, subject: null }, null, 1);
      if (owner?.erasedAt !== null && owner !== undefined) return scrubOrder(act, order, order.userId);
      return (await separateOrder(act, order)).scrubbed;
    });
    if (outcome === 'waits') isWaiting = true;
    else if (outcome !== 'gone') files.push(...outcome.files);
  }
  if (!isWaiting) {
    await perform(deps, cause, ({ tx, clock }) => tx.erasures.markFinished(erasure.id, clock.now()));
  }
  return files;
}
