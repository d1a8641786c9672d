/**
 * Lists and changes the catalogue, for operators. An order copies the price and kind from its good when it is placed,
 * so a change of a good never affects existing orders.
 */

import { AppError, invalidParameter } from '../../domain/errors.ts';
import type { Good, GoodKind } from '../../domain/goods/good.ts';
import { findGoodKind, goodKinds } from '../../domain/goods/kinds.ts';
import { mergeTranslations, type TranslationChanges } from '../../domain/goods/merge-translations.ts';
import { type Language, languages } from '../../domain/language.ts';
import type { AuditFacts } from '../callers/audit-store.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { requirePermission } from '../callers/permissions.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { Deps } from '../deps.ts';
import type { StoreTransaction } from '../ports/store.ts';
import { keepIcon, requireIcon } from './icons.ts';

export type GoodFields = Omit<Good, 'id'>;

/** The fields of a new good. A text that is absent is stored as an empty text. */
export interface NewGood extends Omit<GoodFields, 'description' | 'translations' | 'picture'> {
  readonly description: string | undefined;
  readonly translations: TranslationChanges;
  readonly picture: string | null | undefined;
}

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
  return deps.store.transaction(async (tx) => {
    await keepIcons(tx, fields, null);
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
    const changed = changesOf(factsOf(before), factsOf(good));
    if (changed === null) return good;
    await keepIcons(tx, good, before);
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

async function keepIcons(
  tx: StoreTransaction,
  { icon, picture }: GoodFields,
  before: Good | null,
): Promise<void> {
  if (icon !== before?.icon) await keepIcon(tx, 'icon', icon);
  if (picture !== null && picture !== before?.picture) await keepIcon(tx, 'picture', picture);
}

function unknownGood(): AppError {
  return new AppError('unknown_item', 'There is no such good.', { reason: 'unknown_good' });
}

function goodChanged(): AppError {
  const detail = 'This good was changed in the meantime. Load it again before you edit it.';
  return new AppError('illegal_transition', detail, { reason: 'good_changed' });
}

function textsAndPicture(
  { description, picture, translations }: Omit<NewGood, 'sort'>,
  stored: Good | null,
): Pick<Good, 'description' | 'picture' | 'translations'> {
  return {
    description: (description ?? stored?.description ?? '').trim(),
    picture: picture === undefined ? (stored?.picture ?? null) : picture,
    translations: mergeTranslations(stored?.translations ?? {}, translations),
  };
}

function requireFields<Fields extends Omit<NewGood, 'sort'>>(given: Fields): Fields {
  const title = given.title.trim();
  if (title === '') throw invalidParameter('title', 'blank', 'must not be blank');
  if (findGoodKind(given.functName) === undefined) {
    throw invalidParameter(
      'funct_name',
      'unknown_good_kind',
      'must be a kind of good that this service sells',
    );
  }
  if (given.memberPriceMinor !== null && given.memberPriceMinor > given.priceMinor) {
    throw invalidParameter('member_price', 'member_price_above_price', 'must not be above `price`');
  }
  return { ...given, title, summary: given.summary.trim() };
}

function factsOf(good: Good): AuditFacts {
  return {
    title: good.title,
    summary: good.summary,
    description: good.description,
    ...Object.fromEntries(languages.flatMap((language) => translationFacts(good, language))),
    icon: good.icon,
    picture: good.picture,
    price: good.priceMinor,
    member_price: good.memberPriceMinor,
    sort: good.sort,
    funct_name: good.functName,
    on_shelf: good.onShelf,
  };
}

function translationFacts({ translations }: Good, language: Language): [string, string][] {
  const texts = translations[language];
  return (['title', 'summary', 'description'] as const).map((name) => [
    `${name}_${language}`,
    texts?.[name] ?? '',
  ]);
}

/** Returns the facts whose values differ, before and after a change, for the audit log; null: no fact differs. */
function changesOf(
  before: AuditFacts,
  after: AuditFacts,
): { readonly before: AuditFacts; readonly after: AuditFacts } | null {
  const names = Object.keys(after).filter((name) => before[name] !== after[name]);
  if (names.length === 0) return null;
  const pick = (facts: AuditFacts) => Object.fromEntries(names.map((name) => [name, facts[name] ?? null]));
  return { before: pick(before), after: pick(after) };
}
