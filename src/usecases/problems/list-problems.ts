/** Lists the problems of an order for its customer, with links to the pictures that a new picture has replaced. */

import type { Caller } from '../callers/caller.ts';
import { requireAccess } from '../callers/order-access.ts';
import { hasPermission } from '../callers/permissions.ts';
import type { Deps } from '../deps.ts';
import type { OrderProblem } from './problem-store.ts';

/** A problem, as the customer who reported it sees it. */
export interface ProblemView {
  readonly problem: OrderProblem;
  /**
   * A signed absolute link to the picture that the new one has replaced; null if there is none or its file is deleted.
   */
  readonly formerPictureUrl: string | null;
}

type ViewDeps = Pick<Deps, 'clock' | 'links' | 'settings'>;

/** @throws AppError `unknown_order`. */
export async function listProblems(
  deps: ViewDeps & Pick<Deps, 'store'>,
  caller: Caller,
  orderNo: string,
): Promise<ProblemView[]> {
  const { read } = deps.store;
  const order = requireAccess(caller, (await read.orders.byNo(orderNo))?.order);
  return (await read.problems.ofOrder(order.id)).map((problem) => viewProblem(deps, problem, caller));
}

export function viewProblem(
  { clock, links, settings }: ViewDeps,
  problem: OrderProblem,
  reader: Caller,
): ProblemView {
  const { answer, state, pictureFile, pictureUntil } = problem;
  const isReplaced = answer === 'remake' && state === 'answered';
  if (
    !isReplaced ||
    pictureFile === null ||
    pictureUntil === null ||
    !hasPermission(reader, 'pictures_see')
  ) {
    return { problem, formerPictureUrl: null };
  }
  const now = clock.now();
  const until = Math.min(now + settings.resultLinkMs, pictureUntil);
  return { problem, formerPictureUrl: until > now ? links.link(pictureFile, until) : null };
}
