/**
 * Deletes guests who have no data: no order, upload, month of membership or account at a provider, for example
 * because their last order was deleted before their last upload. Such guests are kept for as long as unpaid orders.
 * Guests from whom everything was moved to a signed-in user are not deleted.
 */

import { type ActDeps, perform, system } from '../act.ts';
import type { Store } from '../ports/store.ts';
import { purgeGuest } from './purge-guest.ts';

/** The maximum number of users that one run examines. With one run every minute, these are 1.4 million a day. */
const examinedMax = 1000;
/** The pause after the runs have examined all users once. */
const restMs = 60 * 60_000;
const cause = { actor: system, requestId: null };

interface Place {
  readonly afterId: number;
  readonly notBefore: number;
}

/**
 * The id of the user after which the next run continues. After a restart the runs begin with the first user again,
 * which costs only reads.
 */
const places = new WeakMap<Store, Place>();

export async function purgeEmptyGuests(deps: ActDeps, signal: AbortSignal): Promise<void> {
  const { unpaidOrdersKeptMs } = deps.settings;
  if (unpaidOrdersKeptMs === null) return;
  const now = deps.clock.now();
  const { afterId, notBefore } = places.get(deps.store) ?? { afterId: 0, notBefore: now };
  // Wait until the pause is over. If the clock was set back, the pause counts as over.
  if (now < notBefore && now > notBefore - restMs) return;
  const page = await deps.store.read.members.emptyGuests(afterId, examinedMax);
  for (const { id, isEmpty, createdAt } of page) {
    signal.throwIfAborted();
    // Examine the users after one who is too new: the clock may have been ahead when that user was created.
    if (isEmpty && createdAt < now - unpaidOrdersKeptMs) {
      await perform(deps, cause, ({ tx }) => purgeGuest(tx, id));
    }
  }
  const isRoundOver = page.length < examinedMax;
  const last = page.at(-1)?.id ?? afterId;
  places.set(
    deps.store,
    isRoundOver ? { afterId: 0, notBefore: now + restMs } : { afterId: last, notBefore: now },
  );
}
