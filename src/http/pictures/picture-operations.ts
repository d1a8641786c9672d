/** The client API's `check_photo`, and `photo_color` and `photo_sheet` for finished ID photos. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { failSentence } from '../../domain/fail-reasons.ts';
import { backgroundColours, idPhotoSizeNames } from '../../domain/goods/id-photo.ts';
import { sizedIdPhotoGood } from '../../domain/goods/id-photo-good.ts';
import { photoWarnings, warningSentences } from '../../domain/goods/photo-check.ts';
import { sheetPapers } from '../../domain/goods/print-sheet.ts';
import { restoreGood } from '../../domain/goods/restore-good.ts';
import { languages } from '../../domain/language.ts';
import {
  imageRefusals,
  marksLengthMax,
  type PhotoDamage,
  previewLengthMax,
} from '../../usecases/ports/image-work.ts';
import type { CheckedPhoto, PhotoFile } from '../../usecases/service.ts';
import { clientKey } from '../callers/client-address.ts';
import { detailsOf, parameterSchema } from '../orders/order-operations.ts';
import { orderNoParameters } from '../orders/order-schema.ts';
import { operationPrefix, operationSchema } from '../requests/operation.ts';
import type { RouteContext } from '../route-context.ts';
import { lineToWire, marksSchema, markToWire, reportOrNull, reportSchema } from './report-schema.ts';

const uploadPathLengthMax = 256;
const colour = Type.Enum([...backgroundColours], { description: 'Background colour.' });

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
});

const previewPrefix = 'data:image/webp;base64,';
const previewUrlLengthMax = previewPrefix.length + previewLengthMax;

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
      'A `data:` URL of a WebP of at most 40 kB. For an ID photo: the cut person in the crop of the size, at most 200 px high and half as high as the picture, with alpha; lay it on the background colour. For a colourisation or a restoration: the finished photo, at most 480 px long, with a watermark. Null unless asked for with `preview=1`, and where there is none.',
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

function checkedToWire(checked: CheckedPhoto) {
  const { refusal, warnings, sizes, preview, damage, canEnlarge, report, marks } = checked;
  return {
    ok: refusal === null,
    reason: refusal,
    message: refusal === null ? null : failSentence(refusal),
    warnings: warnings.map((code) => ({ code, message: warningSentences[code] })),
    sizes: sizes === undefined ? null : [...sizes],
    preview: preview === null ? null : `${previewPrefix}${preview}`,
    damage: damage === undefined ? null : damageToWire(damage),
    can_enlarge: canEnlarge,
    report: report === null ? null : report.map(lineToWire),
    marks: marks.map(markToWire),
  };
}

function damageToWire({ share, marks }: PhotoDamage): DamageWire {
  return { share, marks: marks === null ? null : `${previewPrefix}${marks}` };
}

const photoAnswer = {
  url: Type.String({ description: 'Signed address, which expires soon, like `deal_result`.' }),
  width: Type.Integer({ description: 'In pixels.' }),
  height: Type.Integer({ description: 'In pixels.' }),
};

const colourParameters = Type.Object({ ...orderNoParameters.properties, color: colour });

const sheetParameters = Type.Object({
  ...orderNoParameters.properties,
  paper: Type.Enum([...sheetPapers], { description: 'Size of the photo paper: 4R, 5-inch (3R) or A4.' }),
  color: Type.Optional(
    Type.Enum([...backgroundColours], {
      description: 'Background colour; missing: the background colour of the order.',
    }),
  ),
});

const photoErrors = [
  'unauthenticated',
  'invalid_credential',
  'forbidden',
  'unknown_order',
  'illegal_transition',
  'result_expired',
  'upload_expired',
  'unusable_image',
] as const;

function photoToWire({ url, widthPx, heightPx }: PhotoFile) {
  return { url, width: widthPx, height: heightPx };
}

function registerCheck(plain: FastifyInstance, { options, identify }: RouteContext): void {
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
    const { goods_id: goodsId, path, preview: wanted, ...details } = request.body;
    const checked = await options.service.checkPhoto({
      caller: await identify(request),
      client: clientKey(request.ip),
      goodsId,
      path,
      details: detailsOf(Object.keys(photoDetails), details),
      withPreview: wanted === 1,
    });
    return checkedToWire(checked);
  });
}

function registerColour(plain: FastifyInstance, { options, identify }: RouteContext): void {
  const schema = {
    ...operationSchema({
      name: 'photo_color',
      summary: 'Fetch an ID photo in another colour',
      description:
        'Free for a paid and finished ID photo while its result is kept. The call may be repeated.',
      tag: 'Orders',
      body: colourParameters,
      answer: Type.Object(photoAnswer),
      answerDescription: 'The link to the ID photo in the chosen colour, and its size.',
      errors: photoErrors,
    }),
    body: colourParameters,
  };
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  app.post(`${operationPrefix}photo_color`, { schema }, async (request) => {
    const { order_no: orderNo, color } = request.body;
    const caller = await identify(request);
    return photoToWire(
      await options.service.photoColour({ caller, client: clientKey(request.ip), orderNo, colour: color }),
    );
  });
}

function registerSheet(plain: FastifyInstance, { options, identify }: RouteContext): void {
  const schema = {
    ...operationSchema({
      name: 'photo_sheet',
      summary: 'Fetch a sheet of ID photos to print',
      description:
        'The sheet holds as many copies of the photo as fit, at 300 dpi, with lines to cut along. Free for a paid and finished ID photo while its result is kept.',
      tag: 'Orders',
      body: sheetParameters,
      answer: Type.Object({ ...photoAnswer, copies: Type.Integer({ description: 'Photos on the sheet.' }) }),
      answerDescription: 'The link to the sheet, its size, and the number of photos on it.',
      errors: photoErrors,
    }),
    body: sheetParameters,
  };
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  app.post(`${operationPrefix}photo_sheet`, { schema }, async (request) => {
    const { order_no: orderNo, paper, color } = request.body;
    const caller = await identify(request);
    const sheet = await options.service.photoSheet({
      caller,
      client: clientKey(request.ip),
      orderNo,
      paper,
      colour: color ?? null,
    });
    return { ...photoToWire(sheet), copies: sheet.copies };
  });
}

const reportParameters = Type.Object({
  ...orderNoParameters.properties,
  pdf: Type.Optional(
    Type.Enum([...languages], {
      description: 'The response also contains a `pdf_url`: the report in this language on one page A4.',
    }),
  ),
});

function registerReport(plain: FastifyInstance, { options, identify }: RouteContext): void {
  const schema = {
    ...operationSchema({
      name: 'photo_report',
      summary: 'Fetch the report of a document photo',
      description:
        'Measures the finished file and compares it with the rule of its document; `pdf` also makes a page to print beside the photo. Free for a paid and finished photo while its result is kept.',
      tag: 'Orders',
      body: reportParameters,
      answer: Type.Object({
        document: Type.String({ description: 'The `id` of `document_list`.' }),
        names: Type.Object(
          { en: Type.String(), zh: Type.String() },
          { description: 'The name of the document.' },
        ),
        sentence: Type.Object(
          { en: Type.String(), zh: Type.String() },
          { description: 'The rule in one or two sentences.' },
        ),
        lines: reportSchema,
        marks: marksSchema,
        pdf_url: Type.Unsafe<string | null>({
          type: ['string', 'null'],
          description:
            'Signed address of the report as a PDF, which expires soon, like `deal_result`; null unless asked for with `pdf`.',
        }),
      }),
      answerDescription: 'The report, one entry for each requirement of the document.',
      errors: photoErrors.filter((code) => code !== 'unusable_image'),
    }),
    body: reportParameters,
  };
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  app.post(`${operationPrefix}photo_report`, { schema }, async (request) => {
    const caller = await identify(request);
    const { order_no: orderNo, pdf } = request.body;
    const { rule, lines, marks, printedUrl } = await options.service.photoReport({
      caller,
      client: clientKey(request.ip),
      orderNo,
      printed: pdf ?? null,
    });
    const { id, names, sentence } = rule;
    return {
      ...{ document: id, names, sentence, lines: lines.map(lineToWire), marks: marks.map(markToWire) },
      pdf_url: printedUrl,
    };
  });
}

export function registerPictureOperations(app: FastifyInstance, context: RouteContext): void {
  registerCheck(app, context);
  registerColour(app, context);
  registerSheet(app, context);
  registerReport(app, context);
}
