/**
 * ID photos: the one-inch photo of specification 4.3 (一寸照), and an additional operation for every other photo: a
 * size of the shop, the photo of a document, or a size that the customer chooses.
 */

import { invalidParameter } from '../errors.ts';
import { customLimits } from './custom-limits.ts';
import { cutStrokes } from './cut-strokes.ts';
import type { GoodKind } from './good.ts';
import { backgroundColours, idPhotoSizeNames } from './id-photo.ts';
import type { Parameter } from './parameters.ts';
import { requirePhotoDetails, requireSizeDetails } from './photo-details.ts';

const path: Parameter = { kind: 'upload', description: 'The `path` returned by `ext_upload`.' };

export const idPhotoGood: GoodKind = {
  functName: 'mark_order_yiCunZhao',
  summary: 'Order an ID photo',
  parameters: {
    path,
    color: { kind: 'choice', values: backgroundColours, description: 'Background colour.' },
  },
  requireCheckable: ({ color }) => {
    if (color === undefined || backgroundColours.some((name) => name === color)) return;
    throw invalidParameter('color', 'not_a_choice', `must be one of ${backgroundColours.join(', ')}`);
  },
  work: 'id_photo',
  priceMinor: (unitPriceMinor) => unitPriceMinor,
};

const { sidePx, dpi, kb } = customLimits;

export const sizedIdPhotoGood: GoodKind = {
  functName: 'mark_order_id_photo',
  summary: 'Order an ID photo of any size or document',
  parameters: {
    path,
    color: {
      kind: 'text',
      lengthMax: 15,
      isOptional: true,
      description:
        'Background: `blue`, `red`, `white`, `off_white`, `light_grey`, `light_blue`, `cream`, any colour as `#rrggbb`, or a gradient from top to bottom as `#rrggbb-#rrggbb`. Required, except with `crop_only` and with `document`, whose first allowed colour is the default.',
    },
    size: {
      kind: 'choice',
      values: idPhotoSizeNames,
      isOptional: true,
      description: 'A size of the shop. Exactly one of `size`, `document` and `width` is given.',
    },
    document: {
      kind: 'text',
      lengthMax: 64,
      isOptional: true,
      description: 'A document whose rule the photo meets: an `id` of `document_list`.',
    },
    width: {
      kind: 'integer',
      min: 5,
      max: sidePx.max,
      isOptional: true,
      description: `Custom width, together with \`height\`, in \`unit\`. The photo has ${sidePx.min} to ${sidePx.max} px on each side.`,
    },
    height: { kind: 'integer', min: 5, max: sidePx.max, isOptional: true, description: 'Custom height.' },
    unit: {
      kind: 'choice',
      values: ['px', 'mm'],
      isOptional: true,
      description: 'Unit of `width` and `height`: `px` (default) or `mm`.',
    },
    dpi: {
      kind: 'integer',
      min: dpi.min,
      max: dpi.max,
      isOptional: true,
      description: 'Print density of a custom size; 300 if missing.',
    },
    kb_min: {
      kind: 'integer',
      min: 1,
      max: kb.max,
      isOptional: true,
      description: 'Smallest file size, with `size` or a custom size. A smaller file is padded.',
    },
    kb_max: {
      kind: 'integer',
      min: kb.min,
      max: kb.max,
      isOptional: true,
      description: 'Largest file size, with `size` or a custom size.',
    },
    crop_only: {
      kind: 'integer',
      min: 0,
      max: 1,
      default: 0,
      description:
        '1: the photo is levelled, cropped and scaled, and nothing else; its background stays. Documents that forbid alterations are always made so.',
    },
    correct: {
      kind: 'integer',
      min: 0,
      max: 1,
      default: 0,
      description: '1: corrects white balance and exposure mildly. The face is never beautified.',
    },
    cut_strokes: cutStrokes,
  },
  requireValid: requirePhotoDetails,
  requireCheckable: requireSizeDetails,
  work: 'id_photo',
  priceMinor: (unitPriceMinor) => unitPriceMinor,
};
