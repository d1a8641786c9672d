/** Adds and changes several goods of the catalogue at once: either all of them, or none. */

import { AppError, invalidParameter, invalidParameters } from '../../domain/errors.ts';
import type { FieldError } from '../../domain/field-codes.ts';
import type { Good } from '../../domain/goods/good.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { requirePermission } from '../callers/permissions.ts';
import type { Deps } from '../deps.ts';
import type { GoodChange } from './catalogue.ts';
import { type GoodFields, requireFields, textsAndPicture } from './good-fields.ts';
import { requireIcon } from './icons.ts';
import { insertGood, isSameGood, saveGood } from './write-good.ts';

/** A good of an import: a new good without an id, otherwise a change of the good with this id. */
export interface ImportedGood extends GoodChange {
  readonly id: number | null;
}

/** How many goods an import adds, changes, and leaves as they are because they have the same values. */
export interface ImportFigures {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
}

type Step =
  | { readonly kind: 'add'; readonly fields: GoodFields }
  | { readonly kind: 'change'; readonly before: Good; readonly good: Good };

/** How many goods the message of a refused import names. */
const namedGoodsMax = 10;

/**
 * Checks all goods, then writes them in one transaction, each with its audit entry.
 * @param isCheckOnly changes nothing; the figures are those of the same call without it.
 * @throws AppError `forbidden`, `invalid_parameters` (each pointer names the position of the good, for example
 * `/goods/2/price`), `illegal_transition` (another operator has changed some of the goods).
 */
export async function importGoods(
  deps: Pick<Deps, 'store' | 'clock' | 'files'>,
  caller: OperatorCaller,
  goods: readonly ImportedGood[],
  isCheckOnly: boolean,
): Promise<ImportFigures> {
  requirePermission(caller, 'goods_change');
  const known = await deps.store.read.goods.all();
  const steps = stepsOf(goods, known);
  await requireIcons(deps, steps);
  if (isCheckOnly) return figuresOf(steps);
  return deps.store.transaction(async (tx) => {
    // Lock the goods before the second check, so that no other operator changes them until they are written.
    const locked = stepsOf(goods, await tx.goods.lockAll());
    const act = { tx, clock: deps.clock };
    for (const [index, step] of locked.entries()) {
      const problems = await problemsOf(index, () =>
        step.kind === 'add'
          ? insertGood(act, caller, step.fields)
          : saveGood(act, caller, step.before, step.good),
      );
      if (problems.length > 0) throw invalidParameters(problems);
    }
    return figuresOf(locked);
  });
}

/** @throws AppError for all goods that cannot be written. */
function stepsOf(goods: readonly ImportedGood[], stored: readonly Good[]): Step[] {
  const byId = new Map(stored.map((good) => [good.id, good]));
  const seen = new Set<number>();
  const problems: FieldError[] = [];
  const changedMeanwhile: Good[] = [];
  const steps = goods.flatMap((given, index): Step[] => {
    try {
      const step = stepOf(given, byId);
      if (given.id !== null && seen.has(given.id)) {
        throw invalidParameter('id', 'list_repeats', 'must occur once in the list');
      }
      if (given.id !== null) seen.add(given.id);
      if (step.kind === 'change' && given.isUnchanged?.(step.before) === false) {
        changedMeanwhile.push(step.before);
      }
      return [step];
    } catch (error) {
      problems.push(...fieldsAt(index, error));
      return [];
    }
  });
  if (problems.length > 0) throw invalidParameters(problems);
  if (changedMeanwhile.length > 0) throw goodsChanged(changedMeanwhile);
  return steps;
}

function stepOf({ id, sort, isUnchanged: _, ...given }: ImportedGood, stored: Map<number, Good>): Step {
  const fields = requireFields(given);
  if (id === null) {
    if (sort === null) throw invalidParameter('sort', 'missing', 'is missing');
    return { kind: 'add', fields: { ...fields, ...textsAndPicture(given, null), sort } };
  }
  const before = stored.get(id);
  if (before === undefined) throw invalidParameter('id', 'unknown_good', 'must be the id of a good');
  const good = { ...fields, ...textsAndPicture(given, before), sort: sort ?? before.sort, id };
  return { kind: 'change', before, good };
}

/** An icon or picture that a good has already is not checked again, and each path is looked up once. */
async function requireIcons(deps: Pick<Deps, 'files'>, steps: readonly Step[]): Promise<void> {
  const found = new Set<string>();
  const require = async (field: 'icon' | 'picture', path: string | null, before: string | null) => {
    if (path === null || path === before || found.has(path)) return;
    await requireIcon(deps, field, path);
    found.add(path);
  };
  const problems: FieldError[] = [];
  for (const [index, step] of steps.entries()) {
    const [before, { icon, picture }] = step.kind === 'add' ? [null, step.fields] : [step.before, step.good];
    problems.push(
      ...(await problemsOf(index, () => require('icon', icon, before?.icon ?? null))),
      ...(await problemsOf(index, () => require('picture', picture, before?.picture ?? null))),
    );
  }
  if (problems.length > 0) throw invalidParameters(problems);
}

async function problemsOf(index: number, work: () => Promise<unknown>): Promise<readonly FieldError[]> {
  try {
    await work();
    return [];
  } catch (error) {
    return fieldsAt(index, error);
  }
}

/** @returns the wrong fields with the position of their good. @throws every error that names no field. */
function fieldsAt(index: number, error: unknown): readonly FieldError[] {
  if (!(error instanceof AppError) || error.fields.length === 0) throw error;
  return error.fields.map((field) => ({ ...field, pointer: `/goods/${index}${field.pointer}` }));
}

function goodsChanged(goods: readonly Good[]): AppError {
  const names = goods.slice(0, namedGoodsMax).map(({ id, title }) => `${id} (${title})`);
  const more = goods.length > names.length ? ', …' : '';
  const detail = `Goods were changed in the meantime: ${names.join(', ')}${more}. Load them again before you change them.`;
  return new AppError('illegal_transition', detail, { reason: 'good_changed' });
}

function figuresOf(steps: readonly Step[]): ImportFigures {
  const added = steps.filter(({ kind }) => kind === 'add').length;
  const changed = steps.filter(
    (step) => step.kind === 'change' && !isSameGood(step.before, step.good),
  ).length;
  return { added, changed, unchanged: steps.length - added - changed };
}
