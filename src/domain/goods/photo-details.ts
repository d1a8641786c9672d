/** What the details of an ID photo's order mean: its size, background, file size and, for a document, its rule. */

import type { DocumentRule } from '../documents/document-rule.ts';
import { findDocumentRule } from '../documents/document-rules.ts';
import { type FileWindow, fileWindowOf } from '../documents/file-window.ts';
import { headBandsOf } from '../documents/head-bands.ts';
import { invalidParameter } from '../errors.ts';
import { customLimits } from './custom-limits.ts';
import { noStrokes, parseCutStrokes, strokeLimits } from './cut-strokes.ts';
import { type IdPhotoSize, idPhotoSizeNames, idPhotoSizes, studioHead } from './id-photo.ts';
import { integerDetail, type OrderDetails, textDetail } from './parameters.ts';
import { type PhotoBackground, parseBackground } from './photo-background.ts';

/**
 * Returns the rule of a document: for a new order the present rule, for an existing order the rule of the time when
 * it was placed.
 */
export type FindDocument = (id: string) => DocumentRule | undefined;

export interface PhotoSpec {
  readonly size: IdPhotoSize;
  readonly background: PhotoBackground;
  readonly isCorrected: boolean;
  /** The strokes that mend the cut-out, in the form of `cut-strokes.ts`; null: none. */
  readonly cutStrokes: string | null;
  /** The allowed size of the file; null: any size. */
  readonly fileWindow: FileWindow | null;
  /** The rule of the ordered document; null: the photo is for no document. */
  readonly rule: DocumentRule | null;
}

const defaultDpi = 300;
const mmPerInch = 25.4;

/**
 * Returns the photo that an order asks for. The details of the one-inch operation contain only a colour. @throws
 * Error for details that validation refuses.
 */
export function photoSpecOf(details: OrderDetails, findDocument: FindDocument = findDocumentRule): PhotoSpec {
  const rule = ruleOf(details, findDocument);
  if (rule !== null) return documentSpec(rule, details);
  const size = customSizeOf(details) ?? idPhotoSizes[sizeNameOf(details)];
  return {
    size,
    background: isFlag(details, 'crop_only') ? 'photographed' : colourOf(details),
    isCorrected: isFlag(details, 'correct'),
    cutStrokes: strokesOf(details),
    fileWindow: fileWindowOf(integerOrNull(details, 'kb_min'), integerOrNull(details, 'kb_max')),
    rule: null,
  };
}

function documentSpec(rule: DocumentRule, details: OrderDetails): PhotoSpec {
  const { widthPx, heightPx, dpi } = rule.size;
  const isCropOnly = rule.alteration === 'forbidden' || isFlag(details, 'crop_only');
  const [usual = 'white'] = rule.backgrounds;
  return {
    size: { widthPx, heightPx, dpi, ...studioHead, bands: headBandsOf(rule) },
    background: isCropOnly ? 'photographed' : details.color === undefined ? usual : colourOf(details),
    isCorrected: isFlag(details, 'correct'),
    cutStrokes: strokesOf(details),
    fileWindow: fileWindowOf(rule.fileSize.minKb, rule.fileSize.maxKb),
    rule,
  };
}

/**
 * Checks the details of `mark_order_id_photo`, except that a colour may be missing.
 * @throws AppError `invalid_parameters`
 */
export function requireSizeDetails(
  details: OrderDetails,
  findDocument: FindDocument = findDocumentRule,
): void {
  const given = ['size', 'document', 'width'].filter((name) => details[name] !== undefined);
  if (given.length === 0) throw invalidParameter('size', 'missing', 'Give size, document or width.');
  if (given.length > 1) {
    throw invalidParameter('size', 'one_size', 'Give only one of size, document and width.');
  }
  const stray = ['height', 'unit', 'dpi'].find((name) => details[name] !== undefined);
  if (details.width === undefined && stray !== undefined) {
    throw invalidParameter(stray, 'one_size', 'Give height, unit and dpi only with width.');
  }
  if (details.document !== undefined) {
    requireDocument(details, findDocument(textDetail(details, 'document')));
  } else if (details.width !== undefined) requireCustomSize(details);
  const colour = details.color;
  if (colour !== undefined && parseBackground(textDetail(details, 'color')) === undefined) {
    throw invalidParameter(
      'color',
      'not_a_colour',
      'must be the name of a background, #rrggbb or a gradient',
    );
  }
  const window = fileWindowOf(integerOrNull(details, 'kb_min'), integerOrNull(details, 'kb_max'));
  if (window !== null && window.minBytes >= window.maxBytes) {
    throw invalidParameter('kb_max', 'kb_order', 'must be larger than kb_min');
  }
  if (details.cut_strokes !== undefined) requireStrokes(textDetail(details, 'cut_strokes'));
  if (!isFlag(details, 'crop_only')) return;
  const refuse = (name: string, text: string) => invalidParameter(name, 'alteration_forbidden', text);
  if (colour !== undefined) throw refuse('color', 'A photo that is only cropped keeps its background.');
  if (isFlag(details, 'correct')) throw refuse('correct', 'A photo that is only cropped is not corrected.');
  if (details.cut_strokes !== undefined)
    throw refuse('cut_strokes', 'A photo that is only cropped is not cut out.');
}

function requireStrokes(text: string): void {
  if (parseCutStrokes(text) !== undefined) return;
  const { strokesMax, pointsMax, radius, unit } = strokeLimits;
  const form = `“${noStrokes}”, or 1 to ${strokesMax} strokes separated by “;”, such as “remove 120 5100,800 5300,820”`;
  const limits = `a radius of ${radius.min} to ${radius.max}, x and y up to ${unit}, and at most ${pointsMax} points in all`;
  throw invalidParameter('cut_strokes', 'not_strokes', `must be ${form}, with ${limits}`);
}

/** @throws AppError `invalid_parameters` */
export function requirePhotoDetails(
  details: OrderDetails,
  findDocument: FindDocument = findDocumentRule,
): void {
  requireSizeDetails(details, findDocument);
  const needsColour = details.document === undefined && !isFlag(details, 'crop_only');
  if (needsColour && details.color === undefined) throw invalidParameter('color', 'missing', 'is missing');
}

function requireDocument(details: OrderDetails, rule: DocumentRule | undefined): void {
  if (rule === undefined)
    throw invalidParameter('document', 'unknown_document', 'There is no such document.');
  for (const name of ['kb_min', 'kb_max'] as const) {
    if (details[name] === undefined) continue;
    throw invalidParameter(name, 'one_size', 'The document’s rule sets the file size.');
  }
  if (rule.alteration === 'forbidden') {
    for (const name of ['color', 'correct', 'cut_strokes'] as const) {
      const isWanted = name === 'correct' ? isFlag(details, name) : details[name] !== undefined;
      if (!isWanted) continue;
      throw invalidParameter(name, 'alteration_forbidden', 'This document’s office refuses altered photos.');
    }
  }
  const isAllowed = rule.backgrounds.some((name) => name === details.color);
  if (details.color !== undefined && !isAllowed) {
    const allowed = rule.backgrounds.join(', ');
    throw invalidParameter('color', 'colour_not_allowed', `This document allows only ${allowed}.`);
  }
}

function requireCustomSize(details: OrderDetails): void {
  if (details.height === undefined) throw invalidParameter('height', 'missing', 'is missing');
  const { widthPx, heightPx } = customSizeOf(details) ?? idPhotoSizes.one_inch;
  const { sidePx, aspect } = customLimits;
  for (const [name, px] of [
    ['width', widthPx],
    ['height', heightPx],
  ] as const) {
    if (px >= sidePx.min && px <= sidePx.max) continue;
    const detail = `must give ${sidePx.min} to ${sidePx.max} px`;
    throw invalidParameter(name, 'integer_range', detail, { min: sidePx.min, max: sidePx.max });
  }
  const share = widthPx / heightPx;
  if (share < aspect.min || share > aspect.max) {
    throw invalidParameter('width', 'aspect', 'must be 0.5 to 1.5 times the height');
  }
}

function customSizeOf(details: OrderDetails): IdPhotoSize | null {
  if (details.width === undefined) return null;
  const dpi = integerOrNull(details, 'dpi') ?? defaultDpi;
  const pxPerUnit = details.unit === 'mm' ? dpi / mmPerInch : 1;
  const px = (name: 'width' | 'height') => Math.round(integerDetail(details, name) * pxPerUnit);
  return { widthPx: px('width'), heightPx: px('height'), dpi, ...studioHead };
}

function ruleOf(details: OrderDetails, findDocument: FindDocument): DocumentRule | null {
  if (details.document === undefined) return null;
  const id = textDetail(details, 'document');
  const rule = findDocument(id);
  if (rule === undefined) throw new Error(`order detail document is ${id}`);
  return rule;
}

/** The ordered size. The one-inch operation has no `size` parameter. */
function sizeNameOf(details: OrderDetails) {
  if (details.size === undefined) return 'one_inch';
  const text = textDetail(details, 'size');
  const name = idPhotoSizeNames.find((candidate) => candidate === text);
  if (name === undefined) throw new Error(`order detail size is ${text}`);
  return name;
}

function colourOf(details: OrderDetails): PhotoBackground {
  const text = textDetail(details, 'color');
  const background = parseBackground(text);
  if (background === undefined) throw new Error(`order detail color is ${text}`);
  return background;
}

function strokesOf(details: OrderDetails): string | null {
  return details.cut_strokes === undefined ? null : textDetail(details, 'cut_strokes');
}

function isFlag(details: OrderDetails, name: string): boolean {
  return details[name] !== undefined && integerDetail(details, name) === 1;
}

function integerOrNull(details: OrderDetails, name: string): number | null {
  return details[name] === undefined ? null : integerDetail(details, name);
}
