/** The client API's `document_list`: the documents whose photos the service makes, with the rule of each. */

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { DocumentRule } from '../../domain/documents/document-rule.ts';
import { operationPrefix, operationSchema } from '../requests/operation.ts';
import type { RouteContext } from '../route-context.ts';

const bilingual = Type.Object({ en: Type.String(), zh: Type.String() });

function orNull(type: 'string' | 'integer', description: string) {
  return Type.Unsafe<string | number | null>({ type: [type, 'null'], description });
}

function bandOrNull(description: string, more: object = {}) {
  return Type.Unsafe<object | null>({
    type: ['object', 'null'],
    description,
    required: [...Object.keys(more), 'unit', 'min', 'max'],
    properties: {
      ...more,
      unit: { type: 'string', enum: ['mm', 'px', 'percent'] },
      min: { type: 'number' },
      max: { type: 'number' },
    },
  });
}

const documentsSchema = Type.Array(
  Type.Object({
    id: Type.String({ description: 'The `document` of `mark_order_id_photo`.' }),
    country: Type.String({ description: 'ISO 3166-1 alpha-2; `EU` for the Schengen area.' }),
    names: bilingual,
    width_mm: Type.Number(),
    height_mm: Type.Number(),
    width: Type.Integer({ description: 'In pixels.' }),
    height: Type.Integer({ description: 'In pixels.' }),
    dpi: Type.Integer(),
    head: bandOrNull('Height of the head; percent is of the photo’s height.', {
      measured: { type: 'string', enum: ['hair_to_chin', 'crown_to_chin'] },
    }),
    eyes_above_bottom: bandOrNull('Height of the eyes above the lower edge.'),
    above: bandOrNull('Distance from the upper edge to the hair.'),
    face_width: bandOrNull('Width of the face between the roots of the ears.'),
    backgrounds: Type.Array(Type.String(), { description: 'Allowed backgrounds; the first is the default.' }),
    alteration: Type.Enum(['allowed', 'unstated', 'forbidden'], {
      description: '`forbidden`: the photo is only levelled, cropped and scaled; its background stays.',
    }),
    kb_min: orNull('integer', 'Smallest file in kilobytes.'),
    kb_max: orNull('integer', 'Largest file in kilobytes.'),
    photo_age_months: orNull('integer', 'Maximum age of the photo.'),
    glasses: Type.String(),
    copies: orNull('integer', 'Printed copies that the office asks for.'),
    source: Type.Object({
      standing: Type.Enum(['official', 'customary'], {
        description: '`official`: the office’s own page was read on the day `read`.',
      }),
      title: Type.String(),
      url: orNull('string', 'Address of the source.'),
      read: orNull('string', 'The day on which the source was read.'),
    }),
    conflict: orNull('string', 'Where sources differ, and which one the rule follows.'),
    sentence: bilingual,
  }),
);

function documentToWire(rule: DocumentRule) {
  return {
    id: rule.id,
    country: rule.country,
    names: rule.names,
    width_mm: rule.size.widthMm,
    height_mm: rule.size.heightMm,
    width: rule.size.widthPx,
    height: rule.size.heightPx,
    dpi: rule.size.dpi,
    head: rule.head,
    eyes_above_bottom: rule.eyesAboveBottom,
    above: rule.above,
    face_width: rule.faceWidth,
    backgrounds: rule.backgrounds,
    alteration: rule.alteration,
    kb_min: rule.fileSize.minKb,
    kb_max: rule.fileSize.maxKb,
    photo_age_months: rule.photoAgeMonths,
    glasses: rule.glasses,
    copies: rule.copies,
    source: rule.source,
    conflict: rule.conflict,
    sentence: rule.sentence,
  };
}

export function registerDocumentOperations(app: FastifyInstance, { options }: RouteContext): void {
  const schema = operationSchema({
    name: 'document_list',
    summary: 'List documents',
    description: 'The documents whose photos can be ordered by their rule, China’s first.',
    tag: 'Catalogue',
    open: true,
    answer: documentsSchema,
    answerDescription: 'The documents.',
  });
  app.post(`${operationPrefix}document_list`, { schema }, async () => {
    const documents = await options.service.listDocuments();
    return documents.map(documentToWire);
  });
}
