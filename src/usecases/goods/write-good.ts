/** Writes one good with its audit entry, in the transaction of the caller. */

import type { Good } from '../../domain/goods/good.ts';
import { type Language, languages } from '../../domain/language.ts';
import type { Act } from '../act.ts';
import type { AuditFacts } from '../callers/audit-store.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { StoreTransaction } from '../ports/store.ts';
import type { GoodFields } from './good-fields.ts';
import { keepIcon } from './icons.ts';

type GoodAct = Pick<Act, 'tx' | 'clock'>;

/** @throws AppError `invalid_parameters`: the file of the icon or picture is already removed. */
export async function insertGood(act: GoodAct, caller: OperatorCaller, fields: GoodFields): Promise<Good> {
  const { tx } = act;
  await keepIcons(tx, fields, null);
  const good = await tx.goods.insert(fields);
  await recordAudit(act, caller, {
    action: 'good_added',
    targetKind: 'good',
    targetId: String(good.id),
    reason: null,
    before: null,
    after: factsOf(good),
  });
  return good;
}

/**
 * @param before the good as it is stored, locked by the transaction.
 * @returns false when `good` has the same values; nothing is written then.
 * @throws AppError `invalid_parameters`: the file of the icon or picture is already removed.
 */
export async function saveGood(
  act: GoodAct,
  caller: OperatorCaller,
  before: Good,
  good: Good,
): Promise<boolean> {
  const { tx } = act;
  const changed = changesOf(factsOf(before), factsOf(good));
  if (changed === null) return false;
  await keepIcons(tx, good, before);
  await tx.goods.save(good);
  await recordAudit(act, caller, {
    action: 'good_changed',
    targetKind: 'good',
    targetId: String(good.id),
    reason: null,
    ...changed,
  });
  return true;
}

/** Whether `good` has the values of `before`, so that a change would write nothing. */
export function isSameGood(before: Good, good: Good): boolean {
  return changesOf(factsOf(before), factsOf(good)) === null;
}

async function keepIcons(
  tx: StoreTransaction,
  { icon, picture }: GoodFields,
  before: Good | null,
): Promise<void> {
  if (icon !== before?.icon) await keepIcon(tx, 'icon', icon);
  if (picture !== null && picture !== before?.picture) await keepIcon(tx, 'picture', picture);
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
