/**
 * The purpose of an ID photo: a size of the shop, the photo of a document, or a size that the customer enters. The
 * purpose determines the shape of the photo, its backgrounds, and the parameters of `check_photo` and of the order.
 */

import { customLimits } from '../../../src/domain/goods/custom-limits.ts';
import { type IdPhotoSizeName, idPhotoSizes, studioHead } from '../../../src/domain/goods/id-photo.ts';
import { type DocumentBackground, documentBackgrounds } from '../../../src/domain/goods/photo-background.ts';
import { colors, type Document } from '../api/types.ts';

/** The fields of a custom size as the customer enters them; an empty text is a missing value. */
export interface CustomSize {
  readonly unit: 'px' | 'mm';
  readonly width: string;
  readonly height: string;
  readonly dpi: string;
  readonly kbMin: string;
  readonly kbMax: string;
}

export const emptyCustomSize: CustomSize = {
  unit: 'mm',
  width: '',
  height: '',
  dpi: '',
  kbMin: '',
  kbMax: '',
};

export type Purpose =
  /** The customer has not chosen yet. */
  | { readonly kind: 'none' }
  | { readonly kind: 'size'; readonly size: IdPhotoSizeName }
  | { readonly kind: 'document'; readonly document: Document }
  | { readonly kind: 'custom'; readonly custom: CustomSize };

/** The shape of a photo, and the position of the head in the drawing that shows an example. */
export interface PhotoFrame {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly headShare: number;
  readonly crownMargin: number;
}

/** What the customer has chosen for an ID photo. */
export interface PhotoChoices {
  readonly purpose: Purpose;
  /** The name of a background, `#rrggbb`, or a gradient `#rrggbb-#rrggbb`. */
  readonly background: string;
  readonly isCropOnly: boolean;
  /** Whether white balance and exposure are corrected. */
  readonly isCorrected: boolean;
}

const mmPerInch = 25.4;

export function frameOf(purpose: Purpose): PhotoFrame {
  switch (purpose.kind) {
    case 'none':
      return idPhotoSizes.one_inch;
    case 'size':
      return idPhotoSizes[purpose.size];
    case 'document':
      return { widthPx: purpose.document.width, heightPx: purpose.document.height, ...studioHead };
    case 'custom':
      return { ...(customPixels(purpose.custom) ?? idPhotoSizes.one_inch), ...studioHead };
  }
}

/** The first error in a custom size. */
export type CustomFault = 'missing' | 'whole' | 'side' | 'aspect' | 'dpi' | 'kb' | 'kbOrder';

/** @returns null if the size can be ordered. The service has the same limits (`src/domain/goods/photo-details.ts`). */
export function faultOf(custom: CustomSize): CustomFault | null {
  const { sidePx, aspect, dpi, kb } = customLimits;
  const { width, height } = custom;
  if (width === '' || height === '') return 'missing';
  if ([width, height, custom.dpi, custom.kbMin, custom.kbMax].some((text) => /[.,]/.test(text)))
    return 'whole';
  const density = numberOf(custom.dpi);
  if (density !== null && !isWithin(density, dpi)) return 'dpi';
  const pixels = customPixels(custom);
  if (pixels === null || !isWithin(pixels.widthPx, sidePx) || !isWithin(pixels.heightPx, sidePx))
    return 'side';
  const share = pixels.widthPx / pixels.heightPx;
  if (share < aspect.min || share > aspect.max) return 'aspect';
  const [kbMin, kbMax] = [numberOf(custom.kbMin), numberOf(custom.kbMax)];
  if (kbMin !== null && !isWithin(kbMin, { min: 1, max: kb.max })) return 'kb';
  if (kbMax !== null && !isWithin(kbMax, kb)) return 'kb';
  return kbMin !== null && kbMax !== null && kbMin >= kbMax ? 'kbOrder' : null;
}

/** @returns null if a side is not a whole number. */
export function customPixels({
  unit,
  width,
  height,
  dpi,
}: Pick<CustomSize, 'unit' | 'width' | 'height' | 'dpi'>): {
  readonly widthPx: number;
  readonly heightPx: number;
} | null {
  const [w, h] = [numberOf(width), numberOf(height)];
  if (w === null || h === null) return null;
  const perUnit = unit === 'mm' ? (numberOf(dpi) ?? 300) / mmPerInch : 1;
  const [widthPx, heightPx] = [Math.round(w * perUnit), Math.round(h * perUnit)];
  return widthPx > 0 && heightPx > 0 ? { widthPx, heightPx } : null;
}

function numberOf(text: string): number | null {
  return /^\d{1,5}$/.test(text.trim()) ? Number(text) : null;
}

function isWithin(value: number, { min, max }: { readonly min: number; readonly max: number }): boolean {
  return value >= min && value <= max;
}

/** The backgrounds to choose from; empty if the background stays as photographed. */
export function backgroundsOf({ purpose, isCropOnly }: PhotoChoices): readonly DocumentBackground[] {
  if (isCropOnly || isCropForced(purpose)) return [];
  if (purpose.kind !== 'document') return colors;
  const { backgrounds } = purpose.document;
  return documentBackgrounds.filter((name) => backgrounds.includes(name));
}

/** Whether the office of the document refuses altered photos. */
export function isCropForced(purpose: Purpose): boolean {
  return purpose.kind === 'document' && purpose.document.alteration === 'forbidden';
}

/** The background that is ordered; null if it stays as photographed. A document has its own colours. */
export function orderedBackground(choices: PhotoChoices): string | null {
  const allowed = backgroundsOf(choices);
  if (allowed.length === 0) return null;
  const { purpose, background } = choices;
  if (purpose.kind === 'custom' && background.startsWith('#')) return background;
  const usual = purpose.kind === 'document' ? purpose.document.backgrounds[0] : undefined;
  return allowed.find((name) => name === background) ?? usual ?? allowed[0] ?? null;
}

/** The parameters of the order besides the photo. Null: there is no purpose yet, or the custom size cannot be ordered yet. */
export function orderParameters(choices: PhotoChoices): Readonly<Record<string, string | number>> | null {
  const { purpose, isCropOnly, isCorrected } = choices;
  const background = orderedBackground(choices);
  const flags = {
    ...(background === null ? {} : { color: background, correct: isCorrected ? 1 : 0 }),
    ...(isCropOnly || isCropForced(purpose) ? { crop_only: 1 } : {}),
  };
  switch (purpose.kind) {
    case 'none':
      return null;
    case 'size':
      return { size: purpose.size, ...flags };
    case 'document':
      return { document: purpose.document.id, ...flags };
    case 'custom': {
      const { custom } = purpose;
      if (faultOf(custom) !== null) return null;
      const given = { dpi: custom.dpi, kb_min: custom.kbMin, kb_max: custom.kbMax };
      const numbers = Object.entries(given).flatMap(([name, text]) => {
        const value = numberOf(text);
        return value === null ? [] : [[name, value] as const];
      });
      const sides = { width: Number(custom.width), height: Number(custom.height), unit: custom.unit };
      return { ...sides, ...Object.fromEntries(numbers), ...flags };
    }
  }
}

/**
 * The parameters of `check_photo`. They contain the colour and the correction only for a document and for a file of a
 * certain size, because only the report and the size of the file depend on them. Another colour for a size therefore
 * needs no new check.
 */
export function checkParameters(choices: PhotoChoices): Readonly<Record<string, string | number>> | null {
  const parameters = orderParameters(choices);
  if (parameters === null || choices.purpose.kind === 'document') return parameters;
  if (parameters.kb_min !== undefined || parameters.kb_max !== undefined) return parameters;
  const { color: _color, correct: _correct, ...others } = parameters;
  return others;
}
