/**
 * Lists and changes the catalogue, for operators. An order copies the price and kind from its good when it is placed,
 * so a change of a good never affects existing orders.
 */

import { AppError } from '../../domain/errors.ts';
import type { Good, GoodKind } from '../../domain/goods/good.ts';
import { goodKinds } from '../../domain/goods/kinds.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { requirePermission } from '../callers/permissions.ts';
import type { Deps } from '../deps.ts';
import { type NewGood, requireFields, textsAndPicture } from './good-fields.ts';
import { requireIcon } from './icons.ts';
import { insertGood, saveGood } from './write-good.ts';

/** `description`, `picture` and texts of `translations` that are absent keep their stored values. */
export interface GoodChange extends Omit<NewGood, 'sort'> {
  /** Null: keep the stored position. */
  readonly sort: number | null;
  /** Whether the stored good is the version that the operator edited. Null: overwrite any version. */
  readonly isUnchanged: ((stored: Good) => boolean) | null;
}

type GoodsDeps = Pick<Deps, 'store' | 'clock' | 'files'>;

export interface Catalogue {
  /** All goods, on the shelf or not, sorted by `sort`, then `id`. */
  readonly goods: readonly Good[];
  readonly kinds: readonly GoodKind[];
}

/** @throws AppError `forbidden`. */
export async function listCatalogue(
  { store }: Pick<Deps, 'store'>,
  caller: OperatorCaller,
): Promise<Catalogue> {
  requirePermission(caller, 'goods_see');
  return { goods: await store.read.goods.all(), kinds: goodKinds };
}

/** @throws AppError `forbidden`, `invalid_parameters`. */
export async function addGood(deps: GoodsDeps, caller: OperatorCaller, given: NewGood): Promise<Good> {
  requirePermission(caller, 'goods_change');
  const fields = { ...requireFields(given), ...textsAndPicture(given, null) };
  await requireIcon(deps, 'icon', fields.icon);
  if (fields.picture !== null) await requireIcon(deps, 'picture', fields.picture);
  return deps.store.transaction((tx) => insertGood({ tx, clock: deps.clock }, caller, fields));
}

/**
 * Writes all fields of a good.
 * @throws AppError `forbidden`, `unknown_item`, `invalid_parameters`, `illegal_transition` (changed by another
 * operator).
 */
export async function changeGood(
  deps: GoodsDeps,
  caller: OperatorCaller,
  id: number,
  { isUnchanged, sort, ...given }: GoodChange,
): Promise<Good> {
  requirePermission(caller, 'goods_change');
  const fields = requireFields(given);
  const known = await deps.store.read.goods.byId(id);
  if (known === undefined) throw unknownGood();
  // An icon or picture that the good has already is not checked again.
  if (fields.icon !== known.icon) await requireIcon(deps, 'icon', fields.icon);
  const { picture } = given;
  if (typeof picture === 'string' && picture !== known.picture) await requireIcon(deps, 'picture', picture);
  return deps.store.transaction(async (tx) => {
    // Lock the good, so that the audit entry shows the fields that this change replaces.
    const before = await tx.goods.lock(id);
    if (before === undefined) throw unknownGood();
    if (isUnchanged?.(before) === false) throw goodChanged();
    const good = { ...fields, ...textsAndPicture(given, before), sort: sort ?? before.sort, id };
    await saveGood({ tx, clock: deps.clock }, caller, before, good);
    return good;
  });
}

function unknownGood(): AppError {
  return new AppError('unknown_item', 'There is no such good.', { reason: 'unknown_good' });
}

function goodChanged(): AppError {
  const detail = 'This good was changed in the meantime. Load it again before you edit it.';
  return new AppError('illegal_transition', detail, { reason: 'good_changed' });
}
