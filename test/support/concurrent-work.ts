/** Helpers for tests in which several calls and transactions run at the same time. */

import { AppError } from '../../src/domain/errors.ts';
import type { Deps } from '../../src/usecases/deps.ts';
import type { StoreTransaction } from '../../src/usecases/ports/store.ts';
import type { Shop } from './shop.ts';

/** Starts all calls in one turn of the event loop. Ignores refused calls, and rejects if a call fails otherwise. */
export async function together(work: readonly (() => Promise<unknown>)[]): Promise<void> {
  const ends = await Promise.allSettled(work.map((start) => start()));
  for (const end of ends) {
    if (end.status === 'rejected' && !(end.reason instanceof AppError)) throw end.reason;
  }
}

export function repeat<T>(count: number, work: () => Promise<T>): (() => Promise<T>)[] {
  return Array.from({ length: count }, () => work);
}

/** The dependencies of the shop. In each transaction, methods that `change` returns replace those of a part of `tx`. */
export function withPart<Part extends 'uploads' | 'members' | 'reconciliation'>(
  shop: Shop,
  part: Part,
  change: (tx: StoreTransaction) => Partial<StoreTransaction[Part]>,
): Deps {
  const { store } = shop;
  return {
    ...shop.deps,
    store: {
      ...store,
      transaction: (work) =>
        store.transaction((tx) => {
          const changed = { ...tx[part], ...change(tx) };
          return work(
            new Proxy(tx, {
              get: (target, name) => (name === part ? changed : Reflect.get(target, name)),
            }),
          );
        }),
    },
  };
}
