/** The client API's `check_photo`: checks before payment whether a good can be made from a photo. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { failSentence } from '../../domain/fail-reasons.ts';
import { idPhotoSizeNames } from '../../domain/goods/id-photo.ts';
import { sizedIdPhotoGood } from '../../domain/goods/id-photo-good.ts';
import {
  type CropCorners,
  type PhotoDamage,
  photoWarnings,
  type UploadPoint,
  warningSentences,
} from '../../domain/goods/photo-check.ts';
import { restoreGood } from '../../domain/goods/restore-good.ts';
import { imageRefusals, marksLengthMax, previewLengthMax } from '../../usecases/ports/image-work.ts';
import type { CheckedPhoto } from '../../usecases/service.ts';
import { clientKey } from '../callers/client-address.ts';
import { detailsOf, parameterSchema } from '../orders/order-operations.ts';
import { operationPrefix, operationSchema } from '../requests/operation.ts';
import type { RouteContext } from '../route-context.ts';
import { lineToWire, marksSchema, markToWire, reportOrNull } from './report-schema.ts';

const uploadPathLengthMax = 256;

const { path: _path, ...photoDetails } = { ...sizedIdPhotoGood.parameters, ...restoreGood.parameters };
/**
 * The parameters of all kinds of ID photos and of restorations. The check ignores those that the good's order operation
 * does not have.
 */
const optionalDetails = Object.fromEntries(
  Object.entries(photoDetails).map(([name, parameter]) => [name, Type.Optional(parameterSchema(parameter))]),
);

const checkParameters = Type.Object({
  goods_id: Type.Integer({ minimum: 1, description: 'The `id` of a good from the goods list.' }),
  path: Type.String({
    minLength: 1,
    maxLength: uploadPathLengthMax,
    description: 'The `path` returned by `ext_upload`.',
  }),
  ...optionalDetails,
  preview: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1,
      default: 0,
      description: '1: the response also contains a `preview`.',
    }),
  ),
  large_preview: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1,
      default: 0,
      description: '1: the response for an ID photo also contains a `preview` and a `large_preview`.',
    }),
  ),
});

const previewPrefix = 'data:image/webp;base64,';
const previewUrlLengthMax = previewPrefix.length + previewLengthMax;

function corner(name: string) {
  const share = (side: string) => Type.Number({ description: `Share of the ${side} of the upload.` });
  return Type.Object({ x: share('width'), y: share('height') }, { description: `${name} of \`preview\`.` });
}

const checkAnswer = Type.Object({
  ok: Type.Boolean({ description: 'Whether the good can be made of this photo.' }),
  reason: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    enum: [...imageRefusals, null],
    description: 'Reason why the good cannot be made of this photo; null if it can.',
  }),
  message: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: '`reason` in a sentence for the customer.',
  }),
  warnings: Type.Array(
    Type.Object({
      code: Type.Enum([...photoWarnings]),
      message: Type.String({ description: 'The warning as a sentence for the customer.' }),
    }),
    { description: 'Warnings about the photo. The good can still be ordered.' },
  ),
  sizes: Type.Unsafe<readonly string[] | null>({
    type: ['array', 'null'],
    items: { type: 'string', enum: [...idPhotoSizeNames] },
    description:
      'The values of `size` at which this photo works, if only the size that was asked for is refused; null if there is none, or if `reason` applies to every size.',
  }),
  preview: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    maxLength: previewUrlLengthMax,
    description:
      'A `data:` URL of a WebP of at most 40 kB. For an ID photo: the person without the background, cropped for the chosen size, with alpha, half as high as the finished photo and at most 144 px high; lay it on the background colour. For a colourisation or a restoration: the finished photo, at most 480 px long, with a watermark. Null without `preview=1` or `large_preview=1`, and for a refused photo, except with the reason `cut_out_failed` and if the photo breaks only the rule of its document.',
  }),
  large_preview: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    maxLength: previewUrlLengthMax,
    description:
      'For an ID photo: a `data:` URL of a WebP of at most 40 kB, the finished photo on its background with a watermark, three quarters of its height and at most 320 px high. Null without `large_preview=1`, for goods other than ID photos, and for a refused photo, unless it breaks only the rule of its document.',
  }),
  crop: Type.Unsafe<CropWire | null>({
    ...Type.Object({
      top_left: corner('Upper left corner'),
      top_right: corner('Upper right corner'),
      bottom_left: corner('Lower left corner'),
    }),
    type: ['object', 'null'],
    description:
      'For an ID photo: where the corners of `preview` lie in the upload. The crop is turned so that the head is level, and can extend beyond the photo. Null without a preview, and for other goods.',
  }),
  damage: Type.Unsafe<DamageWire | null>({
    ...Type.Object({
      share: Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'The share of the photo’s area that is mended, 0 to 1.',
      }),
      marks: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        maxLength: previewPrefix.length + marksLengthMax,
        description:
          'A `data:` URL of a WebP in the proportions of the photo: red where the photo is mended, transparent elsewhere. Lay it over the photo. Null if there are too many marks for a small picture.',
      }),
    }),
    type: ['object', 'null'],
    description:
      'For a restoration: the damage that was found. Null unless asked for with `preview=1`, and for other goods.',
  }),
  can_enlarge: Type.Unsafe<boolean | null>({
    type: ['boolean', 'null'],
    description:
      'For a restoration: whether the photo is small enough for `enlarge=1`, whatever the value of `enlarge` is; null for other goods.',
  }),
  report: reportOrNull,
  marks: marksSchema,
});

interface DamageWire {
  readonly share: number;
  readonly marks: string | null;
}

interface CropWire {
  readonly top_left: UploadPoint;
  readonly top_right: UploadPoint;
  readonly bottom_left: UploadPoint;
}

function cropToWire({ topLeft, topRight, bottomLeft }: CropCorners): CropWire {
  return { top_left: topLeft, top_right: topRight, bottom_left: bottomLeft };
}

function checkedToWire(checked: CheckedPhoto) {
  const { refusal, warnings, sizes, preview, largePreview, crop, damage, canEnlarge, report, marks } =
    checked;
  return {
    ok: refusal === null,
    reason: refusal,
    message: refusal === null ? null : failSentence(refusal),
    warnings: warnings.map((code) => ({ code, message: warningSentences[code] })),
    sizes: sizes === undefined ? null : [...sizes],
    preview: preview === null ? null : `${previewPrefix}${preview}`,
    large_preview: largePreview === undefined ? null : `${previewPrefix}${largePreview}`,
    crop: crop === undefined ? null : cropToWire(crop),
    damage: damage === undefined ? null : damageToWire(damage),
    can_enlarge: canEnlarge,
    report: report === null ? null : report.map(lineToWire),
    marks: marks.map(markToWire),
  };
}

function damageToWire({ share, marks }: PhotoDamage): DamageWire {
  return { share, marks: marks === null ? null : `${previewPrefix}${marks}` };
}

export function registerPhotoCheck(plain: FastifyInstance, { options, identify }: RouteContext): void {
  const schema = {
    ...operationSchema({
      name: 'check_photo',
      summary: 'Check a photo before ordering',
      description:
        'Checks whether the good can be made of this upload. The call is free and changes nothing; the response to a repeated call comes from memory.',
      tag: 'Uploads',
      body: checkParameters,
      answer: checkAnswer,
      answerDescription: 'Whether the good can be made of the photo, with reason and warnings.',
      errors: ['unauthenticated', 'invalid_credential', 'upload_expired'],
    }),
    body: checkParameters,
  };
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  app.post(`${operationPrefix}check_photo`, { schema }, async (request) => {
    const { goods_id: goodsId, path, preview: wanted, large_preview: wantedLarge, ...details } = request.body;
    const checked = await options.service.checkPhoto({
      caller: await identify(request),
      client: clientKey(request.ip),
      goodsId,
      path,
      details: detailsOf(Object.keys(photoDetails), details),
      withPreview: wanted === 1,
      withLargePreview: wantedLarge === 1,
    });
    return checkedToWire(checked);
  });
}
