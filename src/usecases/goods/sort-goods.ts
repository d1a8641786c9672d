/** Puts the whole catalogue in order, as one act. */

import { AppError, invalidParameter } from '../../domain/errors.ts';
import type { Good } from '../../domain/goods/good.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { requirePermission } from '../callers/permissions.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { Deps } from '../deps.ts';

/** Room for goods that are put in between by hand. */
const sortStep = 10;

/**
 * @param ids every good, on the shelf or not, in the order in which they are to stand.
 * @returns all goods, by `sort`.
 * @throws AppError `forbidden`, `invalid_parameters`, `illegal_transition` (these are not the goods that there are).
 */
export async function orderGoods(
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

/** Goods whose place stays are the same values as before. */
function inOrder(goods: readonly Good[], ids: readonly number[]): Good[] {
  const byId = new Map(goods.map((good) => [good.id, good]));
  const ordered = ids.flatMap((id) => byId.get(id) ?? []);
  if (ordered.length < ids.length || ids.length < goods.length) {
    // Somebody added one meanwhile: its place is not for us to guess.
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
