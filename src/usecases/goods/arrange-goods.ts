/** Changes the positions of all goods in the catalogue at once. */

import { AppError, invalidParameter } from '../../domain/errors.ts';
import type { Good } from '../../domain/goods/good.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { requirePermission } from '../callers/permissions.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { Deps } from '../deps.ts';

/**
 * The difference between the `sort` of two neighbouring goods. An operator can place another good between
 * them.
 */
const sortStep = 10;

/**
 * @param ids the ids of all goods, on the shelf or not, in their new order.
 * @returns all goods, sorted by `sort`.
 * @throws AppError `forbidden`, `invalid_parameters`, `illegal_transition` (`ids` are not the ids of all goods).
 */
export async function arrangeGoods(
  deps: Pick<Deps, 'store' | 'clock'>,
  caller: OperatorCaller,
  ids: readonly number[],
): Promise<Good[]> {
  requirePermission(caller, 'goods_change');
  if (new Set(ids).size < ids.length)
    throw invalidParameter('ids', 'list_repeats', 'must name each good once');
  return deps.store.transaction(async (tx) => {
    const before = await tx.goods.lockAll();
    const after = inOrder(before, ids);
    const moved = after.filter((good) => !before.includes(good));
    if (moved.length === 0) return before;
    for (const good of moved) await tx.goods.save(good);
    await recordAudit({ tx, clock: deps.clock }, caller, {
      action: 'goods_ordered',
      targetKind: 'good',
      targetId: 'all',
      reason: null,
      before: { order: orderOf(before) },
      after: { order: orderOf(after) },
    });
    return after;
  });
}

/** Returns the same object for a good whose `sort` does not change. */
function inOrder(goods: readonly Good[], ids: readonly number[]): Good[] {
  const byId = new Map(goods.map((good) => [good.id, good]));
  const ordered = ids.flatMap((id) => byId.get(id) ?? []);
  if (ordered.length < ids.length || ids.length < goods.length) {
    // Another operator has added or removed a good since the caller read the catalogue, so `ids` does not contain
    // exactly the ids of all goods.
    throw new AppError(
      'illegal_transition',
      'Goods were added or removed in the meantime. Load the list again.',
      {
        reason: 'goods_list_changed',
      },
    );
  }
  return ordered.map((good, index) => {
    const sort = (index + 1) * sortStep;
    return good.sort === sort ? good : { ...good, sort };
  });
}

function orderOf(goods: readonly Good[]): string {
  return goods.map(({ id }) => id).join(', ');
}
