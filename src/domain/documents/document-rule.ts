/**
 * The rule of one document for its photo, as an office publishes it: one JSON file per document in `rules/`,
 * parsed and checked when the service starts. `docs/documents.md` is generated from the rules.
 */

import { parseDay } from '../civil-day.ts';
import { type DocumentBackground, documentBackgrounds } from '../goods/photo-background.ts';
import { fileWindowOf } from './file-window.ts';
import { RuleFault } from './rule-fault.ts';

const units = ['mm', 'px', 'percent'] as const;
const standings = ['official', 'customary'] as const;
const alterations = ['allowed', 'unstated', 'forbidden'] as const;
const glassesRules = ['allowed', 'clear_lenses', 'required_if_worn', 'unstated', 'forbidden'] as const;
/** `hair_to_chin` includes the hair; `crown_to_chin` is the head without the hair. */
const headMeasures = ['hair_to_chin', 'crown_to_chin'] as const;

/** A range of lengths, in millimetres or pixels of the photo or in percent of its height. */
export interface LengthBand {
  readonly unit: (typeof units)[number];
  readonly min: number;
  readonly max: number;
}

export interface DocumentRule {
  /** The country code in lower case and a name of the document, for example `cn_passport`. */
  readonly id: string;
  /** ISO 3166-1 alpha-2; `EU` for the Schengen area. */
  readonly country: string;
  readonly names: Bilingual;
  readonly size: {
    readonly widthMm: number;
    readonly heightMm: number;
    readonly widthPx: number;
    readonly heightPx: number;
    readonly dpi: number;
  };
  readonly head: (LengthBand & { readonly measured: (typeof headMeasures)[number] }) | null;
  /** Distance from the lower edge of the photo up to the eyes. */
  readonly eyesAboveBottom: LengthBand | null;
  /** Distance from the upper edge of the photo down to the top of the hair. */
  readonly above: LengthBand | null;
  /** Width of the face between the roots of the ears, as texts on the Chinese identity card say. */
  readonly faceWidth: LengthBand | null;
  /** Allowed backgrounds; the first is the default. */
  readonly backgrounds: readonly DocumentBackground[];
  /**
   * Backgrounds that the office forbids by name. A photographed wall that is nearer to one of them than to every allowed
   * one fails.
   */
  readonly refusedBackgrounds: readonly DocumentBackground[];
  /** `forbidden`: the photo is only levelled, cropped and scaled, and its background stays as photographed. */
  readonly alteration: (typeof alterations)[number];
  readonly format: 'jpeg';
  /** The allowed size of the file in kilobytes; null: no limit. */
  readonly fileSize: { readonly minKb: number | null; readonly maxKb: number | null };
  /** The maximum age of the photo in months; null if the office states none. */
  readonly photoAgeMonths: number | null;
  readonly glasses: (typeof glassesRules)[number];
  /** Printed copies that the office asks for; null if it states none. */
  readonly copies: number | null;
  readonly source: {
    /**
     * `official`: the rule was read on the office's own page. `customary`: the rule is from any other source, also
     * from one that quotes the office.
     */
    readonly standing: (typeof standings)[number];
    readonly title: string;
    readonly url: string | null;
    /** The day on which the source was read, `YYYY-MM-DD`; null if there is no source to read. */
    readonly read: string | null;
  };
  /** In what the sources differ, and which source the rule follows; null: they do not differ. */
  readonly conflict: string | null;
  /** The rule in one or two sentences for the customer. */
  readonly sentence: Bilingual;
}

export interface Bilingual {
  readonly en: string;
  readonly zh: string;
}

/**
 * An object inside the JSON of the rule, with its path, so that a `RuleFault` contains the whole path of the wrong
 * field.
 */
interface Fields {
  readonly path: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * The largest allowed difference between the stated size in millimetres and the size that follows from pixels and
 * dpi.
 */
const roundingMm = 0.6;
const mmPerInch = 25.4;

/** @throws RuleFault that names the wrong field. */
export function parseDocumentRule(value: unknown): DocumentRule {
  const rule = parseFields(fieldsOf(value, ''));
  requireConsistent(rule);
  return rule;
}

function parseFields(fields: Fields): DocumentRule {
  const size = fieldsAt(fields, 'size');
  const fileSize = fieldsAt(fields, 'fileSize');
  const source = fieldsAt(fields, 'source');
  const head = fields.values.head === null ? null : fieldsAt(fields, 'head');
  return {
    id: text(fields, 'id'),
    country: text(fields, 'country'),
    names: bilingual(fields, 'names'),
    size: {
      widthMm: positive(size, 'widthMm'),
      heightMm: positive(size, 'heightMm'),
      widthPx: integer(size, 'widthPx'),
      heightPx: integer(size, 'heightPx'),
      dpi: integer(size, 'dpi'),
    },
    head: head === null ? null : { measured: oneOf(headMeasures, head, 'measured'), ...band(head) },
    eyesAboveBottom: bandOrNull(fields, 'eyesAboveBottom'),
    above: bandOrNull(fields, 'above'),
    faceWidth: bandOrNull(fields, 'faceWidth'),
    backgrounds: backgroundsAt(fields, 'backgrounds'),
    refusedBackgrounds:
      fields.values.refusedBackgrounds === undefined ? [] : backgroundsAt(fields, 'refusedBackgrounds'),
    alteration: oneOf(alterations, fields, 'alteration'),
    format: oneOf(['jpeg'] as const, fields, 'format'),
    fileSize: { minKb: integerOrNull(fileSize, 'minKb'), maxKb: integerOrNull(fileSize, 'maxKb') },
    photoAgeMonths: integerOrNull(fields, 'photoAgeMonths'),
    glasses: oneOf(glassesRules, fields, 'glasses'),
    copies: integerOrNull(fields, 'copies'),
    source: {
      standing: oneOf(standings, source, 'standing'),
      title: text(source, 'title'),
      url: textOrNull(source, 'url'),
      read: textOrNull(source, 'read'),
    },
    conflict: textOrNull(fields, 'conflict'),
    sentence: bilingual(fields, 'sentence'),
  };
}

function requireConsistent({ id, country, size, fileSize, backgrounds, source }: DocumentRule): void {
  if (!/^[A-Z]{2}$/.test(country)) throw wrongValue('country');
  if (!id.startsWith(`${country.toLowerCase()}_`)) {
    throw new RuleFault('id', 'id', 'must begin with the country and an underscore');
  }
  for (const [field, mm, px] of [
    ['size.widthPx', size.widthMm, size.widthPx],
    ['size.heightPx', size.heightMm, size.heightPx],
  ] as const) {
    const printedMm = (px / size.dpi) * mmPerInch;
    if (Math.abs(printedMm - mm) > roundingMm) {
      throw new RuleFault(field, 'millimetres', `must be ${mm} mm: ${px} px are ${printedMm} mm`);
    }
  }
  const { minKb, maxKb } = fileSize;
  const window = fileWindowOf(minKb, maxKb);
  if (window !== null && window.minBytes >= window.maxBytes) throw wrongOrder('fileSize.minKb');
  if (backgrounds.length === 0) throw wrongValue('backgrounds');
  if (source.standing === 'official' && source.url === null) {
    throw new RuleFault('source.url', 'source', 'is needed for an official source');
  }
  if (source.url !== null && source.read === null) {
    throw new RuleFault('source.read', 'source', 'must be the day on which the source was read');
  }
  if (source.url === null && source.read !== null) {
    throw new RuleFault('source.url', 'source', 'is needed with the day on which it was read');
  }
  if (source.read !== null && parseDay(source.read) === undefined) throw wrongValue('source.read');
}

function wrongValue(path: string): RuleFault {
  return new RuleFault(path, 'value', 'is missing or not possible');
}

function wrongOrder(path: string): RuleFault {
  return new RuleFault(path, 'order', 'is not below the largest value');
}

function pathOf({ path }: Fields, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function band(fields: Fields): LengthBand {
  const parsed = {
    unit: oneOf(units, fields, 'unit'),
    min: positive(fields, 'min'),
    max: positive(fields, 'max'),
  };
  if (parsed.min >= parsed.max) throw wrongOrder(pathOf(fields, 'min'));
  return parsed;
}

function bandOrNull(fields: Fields, name: string): LengthBand | null {
  return fields.values[name] === null ? null : band(fieldsAt(fields, name));
}

function bilingual(fields: Fields, name: string): Bilingual {
  const texts = fieldsAt(fields, name);
  return { en: text(texts, 'en'), zh: text(texts, 'zh') };
}

function fieldsAt(fields: Fields, name: string): Fields {
  return fieldsOf(fields.values[name], pathOf(fields, name));
}

function fieldsOf(value: unknown, path: string): Fields {
  if (typeof value !== 'object' || value === null) throw wrongValue(path === '' ? 'rule' : path);
  return { path, values: value as Readonly<Record<string, unknown>> };
}

function text(fields: Fields, name: string): string {
  const value = fields.values[name];
  if (typeof value !== 'string' || value.trim() === '') throw wrongValue(pathOf(fields, name));
  return value;
}

function textOrNull(fields: Fields, name: string): string | null {
  return fields.values[name] === null ? null : text(fields, name);
}

function positive(fields: Fields, name: string): number {
  const value = fields.values[name];
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) {
    throw wrongValue(pathOf(fields, name));
  }
  return value;
}

function integer(fields: Fields, name: string): number {
  const value = positive(fields, name);
  if (!Number.isSafeInteger(value)) throw wrongValue(pathOf(fields, name));
  return value;
}

function integerOrNull(fields: Fields, name: string): number | null {
  return fields.values[name] === null ? null : integer(fields, name);
}

function backgroundsAt(fields: Fields, name: string): readonly DocumentBackground[] {
  return list(fields, name).map((value) => known(documentBackgrounds, value, name));
}

function list(fields: Fields, name: string): readonly unknown[] {
  const value = fields.values[name];
  if (!Array.isArray(value)) throw wrongValue(pathOf(fields, name));
  return value;
}

function oneOf<T extends string>(allowed: readonly T[], fields: Fields, name: string): T {
  return known(allowed, fields.values[name], pathOf(fields, name));
}

function known<T extends string>(allowed: readonly T[], value: unknown, path: string): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw wrongValue(path);
  return found;
}
