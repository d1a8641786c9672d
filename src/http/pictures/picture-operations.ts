/** The client API's `check_photo`, and `photo_color`, `photo_sheet` and `photo_report` for finished ID photos. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { unmeasuredOf } from '../../domain/documents/unmeasured.ts';
import { backgroundColours } from '../../domain/goods/id-photo.ts';
import { sheetPapers } from '../../domain/goods/print-sheet.ts';
import { languages } from '../../domain/language.ts';
import type { PhotoFile } from '../../usecases/service.ts';
import { clientKey } from '../callers/client-address.ts';
import { orderNoParameters } from '../orders/order-schema.ts';
import { operationPrefix, operationSchema } from '../requests/operation.ts';
import type { RouteContext } from '../route-context.ts';
import { registerPhotoCheck } from './check-photo-operation.ts';
import {
  lineToWire,
  marksSchema,
  markToWire,
  reportSchema,
  unmeasuredSchema,
  unmeasuredToWire,
} from './report-schema.ts';

const colour = Type.Enum([...backgroundColours], { description: 'Background colour.' });

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
        unmeasured: unmeasuredSchema,
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
      unmeasured: unmeasuredOf(rule).map(unmeasuredToWire),
      pdf_url: printedUrl,
    };
  });
}

export function registerPictureOperations(app: FastifyInstance, context: RouteContext): void {
  registerPhotoCheck(app, context);
  registerColour(app, context);
  registerSheet(app, context);
  registerReport(app, context);
}
