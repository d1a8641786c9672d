/** Carries out an action on several orders, one call after the other. */

import { ApiError } from '../../../../client/src/api-error.ts';

export interface BulkResult {
  readonly done: number;
  readonly errors: readonly unknown[];
  /** The number of orders that were not tried, because the calls could not go on. */
  readonly left: number;
}

/**
 * Whether the next call would fail for the same reason: the operator did not confirm the identity, the session has
 * ended, or the service does not respond. An operator who does not confirm has second thoughts, so no further order may
 * be changed.
 */
function endsAll(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.reason === 'reauthentication_required' || error.status === 401 || error.status === 0;
}

/**
 * Begins with the most expensive order, because large refunds ask the operator to confirm the identity: the question
 * comes before any order is changed. If the service refuses the call for one order, continues with the next order.
 * @throws the error of the first call if no call can succeed.
 */
export async function forEachOrder(
  orders: readonly { readonly id: number; readonly price: number }[],
  act: (id: number) => Promise<unknown>,
): Promise<BulkResult> {
  let done = 0;
  const errors: unknown[] = [];
  for (const { id } of orders.toSorted((a, b) => b.price - a.price)) {
    try {
      await act(id);
      done += 1;
    } catch (error) {
      const tried = done + errors.length;
      if (tried === 0 && endsAll(error)) throw error;
      errors.push(error);
      if (endsAll(error)) break;
    }
  }
  return { done, errors, left: orders.length - done - errors.length };
}
