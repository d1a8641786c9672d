/**
 * The catalogue as operators keep it. An order took its price and its kind of work from its good when it was
 * placed, so no change here reaches an order that exists.
 */

import { AppError, invalidParameter } from '../../domain/errors.ts';
import type { Good, GoodKind } from '../../domain/goods/good.ts';
import { findGoodKind, goodKinds } from '../../domain/goods/kinds.ts';
import type { AuditFacts } from '../callers/audit-store.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { requirePermission } from '../callers/permissions.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { Deps } from '../deps.ts';
import { findIcon, isBuiltInIcon } from './icons.ts';

export type GoodFields = Omit<Good, 'id'>;

export interface GoodChange extends Omit<GoodFields, 'sort'> {
  /** Null: stays where it is. */
  readonly sort: number | null;
  /** Whether the good is still what the change was made of. Null: whatever it is now is written over. */
  readonly isAsSeen: ((now: Good) => boolean) | null;
}

type GoodsDeps = Pick<Deps, 'store' | 'clock' | 'files'>;

export interface Catalogue {
  /** On the shelf or not, by `sort`, then `id`. */
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
export async function addGood(deps: GoodsDeps, caller: OperatorCaller, given: GoodFields): Promise<Good> {
  requirePermission(caller, 'goods_change');
  const fields = requireFields(given);
  await requireIcon(deps, fields.icon);
  return deps.store.transaction(async (tx) => {
    const good = await tx.goods.insert(fields);
    await recordAudit({ tx, clock: deps.clock }, caller, {
      action: 'good_added',
      targetKind: 'good',
      targetId: String(good.id),
      reason: null,
      before: null,
      after: factsOf(good),
    });
    return good;
  });
}

/**
 * Writes all fields.
 * @throws AppError `forbidden`, `unknown_item`, `invalid_parameters`, `illegal_transition` (it is not as it was seen).
 */
export async function changeGood(
  deps: GoodsDeps,
  caller: OperatorCaller,
  id: number,
  { isAsSeen, sort, ...given }: GoodChange,
): Promise<Good> {
  requirePermission(caller, 'goods_change');
  const fields = requireFields(given);
  const known = await deps.store.read.goods.byId(id);
  if (known === undefined) throw unknownGood();
  // What stands there already may stay, wherever it came from.
  if (fields.icon !== known.icon) await requireIcon(deps, fields.icon);
  return deps.store.transaction(async (tx) => {
    // Locked: what another owner writes meanwhile would be missing from the log.
    const before = await tx.goods.lock(id);
    if (before === undefined) throw unknownGood();
    if (isAsSeen?.(before) === false) throw goodChanged();
    const good = { ...fields, sort: sort ?? before.sort, id };
    const changed = changesOf(factsOf(before), factsOf(good));
    if (changed === null) return good;
    await tx.goods.save(good);
    await recordAudit({ tx, clock: deps.clock }, caller, {
      action: 'good_changed',
      targetKind: 'good',
      targetId: String(id),
      reason: null,
      ...changed,
    });
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

function requireFields<Fields extends Omit<GoodFields, 'sort'>>(given: Fields): Fields {
  const title = given.title.trim();
  if (title === '') throw invalidParameter('title', 'blank', 'must not be blank');
  if (findGoodKind(given.functName) === undefined) {
    throw invalidParameter(
      'funct_name',
      'unknown_good_kind',
      'must be a kind of good that this service sells',
    );
  }
  return { ...given, title, summary: given.summary.trim() };
}

/** A mistyped icon would be a hole in every client's catalogue. */
async function requireIcon(deps: Pick<Deps, 'files'>, icon: string): Promise<void> {
  if (isBuiltInIcon(icon) || (await findIcon(deps, icon)) !== undefined) return;
  throw invalidParameter('icon', 'unknown_icon', 'must be a built-in or an uploaded icon');
}

function factsOf(good: Good): AuditFacts {
  return {
    title: good.title,
    summary: good.summary,
    icon: good.icon,
    price: good.priceMinor,
    member_price: good.memberPriceMinor,
    sort: good.sort,
    funct_name: good.functName,
    on_shelf: good.onShelf,
  };
}

/** Only what differs; null: nothing does. */
function changesOf(
  before: AuditFacts,
  after: AuditFacts,
): { readonly before: AuditFacts; readonly after: AuditFacts } | null {
  const names = Object.keys(after).filter((name) => before[name] !== after[name]);
  if (names.length === 0) return null;
  const pick = (facts: AuditFacts) => Object.fromEntries(names.map((name) => [name, facts[name] ?? null]));
  return { before: pick(before), after: pick(after) };
}
