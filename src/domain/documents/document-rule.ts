/**
 * The rule of one document for its photo, as an office publishes it: one JSON file per document in `rules/`,
 * parsed and checked when the service starts. `docs/documents.md` is generated from the rules.
 */

import { type DocumentBackground, documentBackgrounds } from '../goods/photo-background.ts';

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
  /** The country in lower case and the document: `cn_passport`. */
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
  /** Height of the eyes above the lower edge. */
  readonly eyesAboveBottom: LengthBand | null;
  /** Distance from the upper edge to the hair. */
  readonly above: LengthBand | null;
  /** Width of the face, without the ears. */
  readonly faceWidth: LengthBand | null;
  /** Allowed backgrounds; the first is the default. */
  readonly backgrounds: readonly DocumentBackground[];
  /** `forbidden`: the photo is only levelled, cropped and scaled, and its background stays as photographed. */
  readonly alteration: (typeof alterations)[number];
  readonly format: 'jpeg';
  /** Kilobytes; null: no limit. */
  readonly fileSize: { readonly minKb: number | null; readonly maxKb: number | null };
  /** The maximum age of the photo in months; null if the office states none. */
  readonly photoAgeMonths: number | null;
  readonly glasses: (typeof glassesRules)[number];
  /** Printed copies that the office asks for; null if it states none. */
  readonly copies: number | null;
  readonly source: {
    /** `official`: the office's own page was read. `customary`: anything else, a quotation of the office included. */
    readonly standing: (typeof standings)[number];
    readonly title: string;
    readonly url: string | null;
    /** The day on which the source was read, `YYYY-MM-DD`; null if there is no source to read. */
    readonly read: string | null;
  };
  /** Where sources differ, and which one the rule follows. */
  readonly conflict: string | null;
  /** The rule in one or two sentences for the customer. */
  readonly sentence: Bilingual;
}

export interface Bilingual {
  readonly en: string;
  readonly zh: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** Largest difference between a size in millimetres and its pixels at its dpi. */
const roundingMm = 0.6;
const mmPerInch = 25.4;

/** @throws Error that names the rule and the wrong field. */
export function parseDocumentRule(value: unknown): DocumentRule {
  const fields = fieldsOf(value, 'rule');
  const id = text(fields, 'id');
  try {
    const rule = parseFields(fields, id);
    requireConsistent(rule);
    return rule;
  } catch (error) {
    throw new Error(`document rule ${id}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function parseFields(fields: Fields, id: string): DocumentRule {
  const size = fieldsOf(fields.size, 'size');
  const fileSize = fieldsOf(fields.fileSize, 'fileSize');
  const source = fieldsOf(fields.source, 'source');
  const head = fields.head === null ? null : fieldsOf(fields.head, 'head');
  return {
    id,
    country: text(fields, 'country'),
    names: bilingual(fields, 'names'),
    size: {
      widthMm: positive(size, 'widthMm'),
      heightMm: positive(size, 'heightMm'),
      widthPx: integer(size, 'widthPx'),
      heightPx: integer(size, 'heightPx'),
      dpi: integer(size, 'dpi'),
    },
    head: head === null ? null : { measured: oneOf(headMeasures, head, 'measured'), ...band(head, 'head') },
    eyesAboveBottom: bandOrNull(fields, 'eyesAboveBottom'),
    above: bandOrNull(fields, 'above'),
    faceWidth: bandOrNull(fields, 'faceWidth'),
    backgrounds: list(fields, 'backgrounds').map((name) => known(documentBackgrounds, name, 'backgrounds')),
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
  if (!/^[A-Z]{2}$/.test(country) || !id.startsWith(`${country.toLowerCase()}_`)) throw new Error('id');
  for (const [mm, px] of [
    [size.widthMm, size.widthPx],
    [size.heightMm, size.heightPx],
  ] as const) {
    const printedMm = (px / size.dpi) * mmPerInch;
    if (Math.abs(printedMm - mm) > roundingMm) throw new Error(`${px} px are ${printedMm} mm, not ${mm} mm`);
  }
  const { minKb, maxKb } = fileSize;
  if (minKb !== null && maxKb !== null && minKb >= maxKb) throw new Error('fileSize');
  if (backgrounds.length === 0) throw new Error('backgrounds');
  if (source.standing === 'official' && source.url === null)
    throw new Error('an official source needs a url');
  if ((source.url === null) !== (source.read === null)) throw new Error('a url needs the day it was read');
  if (source.read !== null && !/^\d{4}-\d\d-\d\d$/.test(source.read)) throw new Error('read');
}

function band(fields: Fields, name: string): LengthBand {
  const parsed = {
    unit: oneOf(units, fields, 'unit'),
    min: positive(fields, 'min'),
    max: positive(fields, 'max'),
  };
  if (parsed.min >= parsed.max) throw new Error(`${name}: min is not below max`);
  return parsed;
}

function bandOrNull(fields: Fields, name: string): LengthBand | null {
  return fields[name] === null ? null : band(fieldsOf(fields[name], name), name);
}

function bilingual(fields: Fields, name: string): Bilingual {
  const texts = fieldsOf(fields[name], name);
  return { en: text(texts, 'en'), zh: text(texts, 'zh') };
}

function fieldsOf(value: unknown, name: string): Fields {
  if (typeof value !== 'object' || value === null) throw new Error(name);
  return value as Fields;
}

function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string' || value.trim() === '') throw new Error(name);
  return value;
}

function textOrNull(fields: Fields, name: string): string | null {
  return fields[name] === null ? null : text(fields, name);
}

function positive(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) throw new Error(name);
  return value;
}

function integer(fields: Fields, name: string): number {
  const value = positive(fields, name);
  if (!Number.isSafeInteger(value)) throw new Error(name);
  return value;
}

function integerOrNull(fields: Fields, name: string): number | null {
  return fields[name] === null ? null : integer(fields, name);
}

function list(fields: Fields, name: string): readonly unknown[] {
  const value = fields[name];
  if (!Array.isArray(value)) throw new Error(name);
  return value;
}

function oneOf<T extends string>(allowed: readonly T[], fields: Fields, name: string): T {
  return known(allowed, fields[name], name);
}

function known<T extends string>(allowed: readonly T[], value: unknown, name: string): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw new Error(name);
  return found;
}
