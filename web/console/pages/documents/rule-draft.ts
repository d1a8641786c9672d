/** Converts a document's rule to the texts of a form, keyed by the path of the field in the rule, and back. */

import { type DocumentRule, parseDocumentRule } from '../../../../src/domain/documents/document-rule.ts';
import { parseOwnRule } from '../../../../src/domain/documents/own-rule.ts';
import { RuleFault } from '../../../../src/domain/documents/rule-fault.ts';

export type RuleDraft = Readonly<Record<string, string>>;

export const bandNames = ['head', 'eyesAboveBottom', 'above', 'faceWidth'] as const;

const emptyDraft: RuleDraft = {
  'size.dpi': '300',
  'head.measured': 'hair_to_chin',
  backgrounds: 'white',
  alteration: 'unstated',
  format: 'jpeg',
  glasses: 'unstated',
  'source.standing': 'customary',
};

/** @param rule null: a new document. */
export function draftOf(rule: DocumentRule | null): RuleDraft {
  if (rule === null) return emptyDraft;
  const draft: Record<string, string> = { ...emptyDraft };
  const add = (path: string, value: unknown): void => {
    if (value === null) return;
    if (Array.isArray(value)) draft[path] = value.join(',');
    else if (typeof value === 'object') {
      for (const [name, inner] of Object.entries(value ?? {}))
        add(path === '' ? name : `${path}.${name}`, inner);
    } else draft[path] = String(value);
  };
  add('', rule);
  return draft;
}

/** The values of a list, which the draft keeps as one text with commas. */
export function listOf(draft: RuleDraft, path: string): readonly string[] {
  return (draft[path] ?? '').split(',').filter((name) => name !== '');
}

export type ParsedDraft =
  | { readonly rule: DocumentRule; readonly fault: null }
  | { readonly rule: null; readonly fault: RuleFault };

/** Checks the rule with the same code as the service (`parseOwnRule`). */
export function parseDraft(draft: RuleDraft): ParsedDraft {
  try {
    return { rule: parseOwnRule(valuesOf(draft)), fault: null };
  } catch (error) {
    if (error instanceof RuleFault) return { rule: null, fault: error };
    throw error;
  }
}

/**
 * The rule of a document in the service's list of documents.
 * @throws Error if the service is newer than this page, and its rule has a form that the page does not know.
 */
export const ruleOf = ({ rule }: { readonly rule: unknown }): DocumentRule => parseDocumentRule(rule);

function valuesOf(draft: RuleDraft) {
  const text = (path: string) => (draft[path] ?? '').trim();
  const textOrNull = (path: string) => (text(path) === '' ? null : text(path));
  const number = (path: string) => (text(path) === '' ? null : Number(text(path)));
  const band = (name: (typeof bandNames)[number]) =>
    text(`${name}.unit`) === ''
      ? null
      : { unit: text(`${name}.unit`), min: number(`${name}.min`), max: number(`${name}.max`) };
  const head = band('head');
  return {
    id: text('id'),
    country: text('country').toUpperCase(),
    names: { en: text('names.en'), zh: text('names.zh') },
    size: {
      widthMm: number('size.widthMm'),
      heightMm: number('size.heightMm'),
      widthPx: number('size.widthPx'),
      heightPx: number('size.heightPx'),
      dpi: number('size.dpi'),
    },
    head: head === null ? null : { measured: text('head.measured'), ...head },
    eyesAboveBottom: band('eyesAboveBottom'),
    above: band('above'),
    faceWidth: band('faceWidth'),
    backgrounds: listOf(draft, 'backgrounds'),
    refusedBackgrounds: listOf(draft, 'refusedBackgrounds'),
    alteration: text('alteration'),
    format: 'jpeg',
    fileSize: { minKb: number('fileSize.minKb'), maxKb: number('fileSize.maxKb') },
    photoAgeMonths: number('photoAgeMonths'),
    glasses: text('glasses'),
    copies: number('copies'),
    source: {
      standing: text('source.standing'),
      title: text('source.title'),
      url: textOrNull('source.url'),
      read: textOrNull('source.read'),
    },
    conflict: textOrNull('conflict'),
    sentence: { en: text('sentence.en'), zh: text('sentence.zh') },
  };
}
