/**
 * What the customer has filled in, kept in this browser: a reload or a closed tab loses neither the photo nor the
 * choices, and "order again" begins with those of the order. The photo itself is at the service, which keeps uploads
 * for a day; the browser keeps its path and a small copy. Without the browser's storage the form begins empty.
 */

import { type IdPhotoSizeName, idPhotoSizeNames } from '../../../src/domain/goods/id-photo.ts';
import { type Color, colors, type OrderDetails } from '../api/types.ts';

export interface FormDraft {
  /** The `path` of the uploaded photo; null without a photo. */
  readonly path: string | null;
  /** When the photo was uploaded, in milliseconds since 1970. */
  readonly uploadedAtMs: number;
  readonly color: Color;
  readonly size: IdPhotoSizeName;
  readonly corrected: boolean;
  readonly months: number;
}

export const emptyDraft: FormDraft = {
  path: null,
  uploadedAtMs: 0,
  color: 'blue',
  size: 'two_inch',
  corrected: false,
  months: 1,
};

const storageKey = 'photokiosk.drafts';
/** The maximum number of drafts. Forms and orders each have their own. */
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

/** Another version of the page may have written the value, so every field is checked. */
function parse(value: unknown): FormDraft {
  if (!isFields(value)) return emptyDraft;
  const { path, uploadedAtMs, color, size, corrected, months } = value;
  const isUsable =
    typeof path === 'string' &&
    typeof uploadedAtMs === 'number' &&
    Date.now() - uploadedAtMs < uploadUsableMs;
  return {
    path: isUsable ? path : null,
    uploadedAtMs: isUsable ? uploadedAtMs : 0,
    color: colors.find((known) => known === color) ?? emptyDraft.color,
    size: idPhotoSizeNames.find((known) => known === size) ?? emptyDraft.size,
    corrected: corrected === true,
    months: typeof months === 'number' && Number.isInteger(months) && months > 0 && months <= 36 ? months : 1,
  };
}

export function readDraft(goodsId: number): FormDraft {
  return parse(readAll()[keyOfGood(goodsId)]);
}

export function saveDraft(goodsId: number, changes: Partial<FormDraft>): void {
  write(keyOfGood(goodsId), { ...readDraft(goodsId), ...changes });
}

/** Keeps the form of a placed order for "order again". The form of the good keeps its choices, not its photo. */
export function keepOrderedDraft(goodsId: number, orderNo: string): void {
  write(keyOfOrder(orderNo), readDraft(goodsId));
  saveDraft(goodsId, { path: null, uploadedAtMs: 0 });
}

/**
 * Fills the form of the good with what was ordered.
 * @param details null while they are unknown.
 * @param withPhoto false after the service refused the photo.
 */
export function draftFromOrder(goodsId: number, details: OrderDetails | null, withPhoto: boolean): FormDraft {
  const ordered = details === null ? undefined : readAll()[keyOfOrder(details.order_no)];
  const knownColor = colors.find((color) => color === details?.color);
  const known = {
    ...readDraft(goodsId),
    ...(knownColor === undefined ? {} : { color: knownColor }),
    ...(details?.size == null ? {} : { size: details.size }),
    ...(details?.correct == null ? {} : { corrected: details.correct === 1 }),
    ...(details?.num == null ? {} : { months: details.num }),
  };
  const { path, uploadedAtMs } = parse(ordered);
  const draft = { ...known, ...(withPhoto ? { path, uploadedAtMs } : { path: null, uploadedAtMs: 0 }) };
  write(keyOfGood(goodsId), draft);
  return draft;
}
