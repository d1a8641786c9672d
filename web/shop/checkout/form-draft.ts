/**
 * What the customer has filled in, kept in this browser: a reload or a closed tab loses neither the photo nor the
 * choices, and "order again" fills the form with the choices of the earlier order. The photo itself is at the
 * service, which keeps uploads for a day; the browser keeps its path and a small copy. Without the browser's
 * storage the form begins empty.
 */

import { noStrokes } from '../../../src/domain/goods/cut-strokes.ts';
import { type IdPhotoSizeName, idPhotoSizeNames } from '../../../src/domain/goods/id-photo.ts';
import { parseBackground } from '../../../src/domain/goods/photo-background.ts';
import type { OrderDetails } from '../api/types.ts';
import { type CustomSize, emptyCustomSize } from '../documents/purpose.ts';
import { type CutStrokes, parseStrokes } from '../mend/cut-strokes.ts';

/** What an ID photo is for. The draft keeps only the id of a document, because the shop may change its rule. */
export type DraftPurpose = 'none' | 'size' | 'document' | 'custom';

/** A photo of a form with several photos. The browser keeps its small copy too. */
export interface DraftPhoto {
  readonly path: string;
  /** The name of the file; empty for a photo without a name. */
  readonly name: string;
  /** When the photo was chosen, in milliseconds since 1970. It was uploaded later. */
  readonly chosenAtMs: number;
}

export interface FormDraft {
  /** The `path` of the uploaded photo; null without a photo. */
  readonly path: string | null;
  /** When the photo was uploaded, in milliseconds since 1970. */
  readonly uploadedAtMs: number;
  /** The photos of a form with several photos. Then `path` is null. */
  readonly series: readonly DraftPhoto[];
  readonly color: string;
  readonly purpose: DraftPurpose;
  readonly size: IdPhotoSizeName;
  /** The document that was chosen last; null without one. */
  readonly document: string | null;
  readonly custom: CustomSize;
  readonly cropOnly: boolean;
  readonly corrected: boolean;
  /** The strokes that mend the cut-out, with the photo that they belong to; null: none. */
  readonly strokes: CutStrokes | null;
  /** Whether a restored photo is also colourised, and whether it is enlarged. */
  readonly colourised: boolean;
  readonly enlarged: boolean;
  readonly months: number;
}

export const emptyDraft: FormDraft = {
  path: null,
  uploadedAtMs: 0,
  series: [],
  color: 'blue',
  purpose: 'none',
  size: 'two_inch',
  document: null,
  custom: emptyCustomSize,
  cropOnly: false,
  corrected: false,
  strokes: null,
  colourised: false,
  enlarged: false,
  months: 1,
};

const storageKey = 'photokiosk.drafts';
/** The maximum number of drafts in this browser. Each form and each order has its own draft. */
const keptMax = 40;
/** An hour less than the service keeps an upload, so that the order is placed before the upload is deleted. */
const uploadUsableMs = 23 * 60 * 60_000;

const keyOfGood = (goodsId: number) => `good:${goodsId}`;
const keyOfOrder = (orderNo: string) => `order:${orderNo}`;

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function readAll(): Fields {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    return isFields(value) ? value : {};
  } catch {
    return {};
  }
}

function write(key: string, draft: FormDraft): void {
  const { [key]: _former, ...others } = readAll();
  const kept = Object.entries(others).slice(-(keptMax - 1));
  try {
    localStorage.setItem(storageKey, JSON.stringify(Object.fromEntries([...kept, [key, draft]])));
  } catch {
    // Ignore the error: the next visit begins with an empty form.
  }
}

const purposes: readonly DraftPurpose[] = ['none', 'size', 'document', 'custom'];

function parseCustom(value: unknown): CustomSize {
  if (!isFields(value)) return emptyCustomSize;
  const digits = (name: string) => {
    const { [name]: text } = value;
    return typeof text === 'string' && /^\d{0,5}$/.test(text) ? text : '';
  };
  return {
    unit: value.unit === 'px' ? 'px' : 'mm',
    width: digits('width'),
    height: digits('height'),
    dpi: digits('dpi'),
    kbMin: digits('kbMin'),
    kbMax: digits('kbMax'),
  };
}

function parseKeptStrokes(value: unknown): CutStrokes | null {
  if (!isFields(value)) return null;
  const { path, text } = value;
  if (typeof path !== 'string' || typeof text !== 'string') return null;
  return text === noStrokes || parseStrokes(text).length > 0 ? { path, text } : null;
}

function isUsableAt(uploadedAtMs: unknown): uploadedAtMs is number {
  return typeof uploadedAtMs === 'number' && Date.now() - uploadedAtMs < uploadUsableMs;
}

function parseSeries(value: unknown): readonly DraftPhoto[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isFields).flatMap(({ path, name, chosenAtMs }) => {
    const isPhoto = typeof path === 'string' && typeof name === 'string' && isUsableAt(chosenAtMs);
    return isPhoto ? [{ path, name, chosenAtMs }] : [];
  });
}

/** Another version of the page may have written the value, so every field is checked. */
function parse(value: unknown): FormDraft {
  if (!isFields(value)) return emptyDraft;
  const { path, uploadedAtMs, color, purpose, size, document, corrected, months } = value;
  const isUsable = typeof path === 'string' && isUsableAt(uploadedAtMs);
  return {
    path: isUsable ? path : null,
    uploadedAtMs: isUsable ? uploadedAtMs : 0,
    series: parseSeries(value.series),
    color: typeof color === 'string' && parseBackground(color) !== undefined ? color : emptyDraft.color,
    purpose: purposes.find((known) => known === purpose) ?? emptyDraft.purpose,
    size: idPhotoSizeNames.find((known) => known === size) ?? emptyDraft.size,
    document: typeof document === 'string' ? document : null,
    custom: parseCustom(value.custom),
    cropOnly: value.cropOnly === true,
    corrected: corrected === true,
    strokes: parseKeptStrokes(value.strokes),
    colourised: value.colourised === true,
    enlarged: value.enlarged === true,
    months: typeof months === 'number' && Number.isInteger(months) && months > 0 && months <= 36 ? months : 1,
  };
}

export function readDraft(goodsId: number): FormDraft {
  return parse(readAll()[keyOfGood(goodsId)]);
}

export function saveDraft(goodsId: number, changes: Partial<FormDraft>): void {
  write(keyOfGood(goodsId), { ...readDraft(goodsId), ...changes });
}

/**
 * Stores the draft of a placed order for "order again". The draft of the good keeps the choices, but not the photo. It
 * keeps another photo that the customer has chosen meanwhile, in this tab or in another one.
 * @param path the ordered photo; null for an order without a photo.
 */
export function keepOrderedDraft(goodsId: number, orderNo: string, path: string | null): void {
  const draft = readDraft(goodsId);
  const isInDraft = draft.path === path;
  // When a replaced photo was uploaded is unknown. A time that is too late does no harm, because the form finds out
  // whether the service still has the photo.
  const uploadedAtMs = isInDraft ? draft.uploadedAtMs : Date.now();
  write(keyOfOrder(orderNo), { ...draft, path, uploadedAtMs });
  if (isInDraft) saveDraft(goodsId, { path: null, uploadedAtMs: 0, strokes: null });
}

/** Like `keepOrderedDraft`, for an order whose photo is not in the draft of the good. */
export function keepOrderedPhoto(
  goodsId: number,
  orderNo: string,
  { path, chosenAtMs }: Pick<DraftPhoto, 'path' | 'chosenAtMs'>,
): void {
  write(keyOfOrder(orderNo), { ...readDraft(goodsId), path, uploadedAtMs: chosenAtMs, series: [] });
}

/**
 * Fills the form of the good with what was ordered.
 * @param details null while they are unknown.
 * @param withPhoto false after the service refused the photo.
 */
export function draftFromOrder(goodsId: number, details: OrderDetails | null, withPhoto: boolean): FormDraft {
  const ordered = details === null ? undefined : readAll()[keyOfOrder(details.order_no)];
  const known = { ...readDraft(goodsId), ...(details === null ? {} : orderedChoices(details)) };
  const { path, uploadedAtMs } = parse(ordered);
  const text = details?.cut_strokes ?? null;
  // The strokes belong to the photo, so they are kept with it and dropped with it.
  const strokes = path === null || text === null ? null : { path, text };
  const draft = {
    ...known,
    series: [],
    ...(withPhoto ? { path, uploadedAtMs, strokes } : { path: null, uploadedAtMs: 0, strokes: null }),
  };
  write(keyOfGood(goodsId), draft);
  return draft;
}

/** The choices of an order as fields of the form. */
function orderedChoices(details: OrderDetails): Partial<FormDraft> {
  const { color, size, document, width, height, correct, colour, enlarge, num } = details;
  const text = (value: number | null) => (value === null ? '' : String(value));
  const isCustom = width !== null && height !== null;
  const purpose = document !== null ? 'document' : isCustom ? 'custom' : 'size';
  return {
    ...(color === null ? {} : { color }),
    ...(num === null ? {} : { months: num }),
    ...(correct === null ? {} : { corrected: correct === 1 }),
    ...(colour === null ? {} : { colourised: colour === 1 }),
    ...(enlarge === null ? {} : { enlarged: enlarge === 1 }),
    ...(size === null ? {} : { size }),
    ...(document === null ? {} : { document }),
    ...(isCustom
      ? {
          custom: {
            unit: details.unit === 'mm' ? 'mm' : 'px',
            ...{ width: text(width), height: text(height), dpi: text(details.dpi) },
            ...{ kbMin: text(details.kb_min), kbMax: text(details.kb_max) },
          },
        }
      : {}),
    cropOnly: details.crop_only === 1,
    purpose,
  };
}
