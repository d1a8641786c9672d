/** Console API: which documents are sold, and their rules. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { DocumentRule } from '../../domain/documents/document-rule.ts';
import { changeDocument, listDocuments, requireRule } from '../../usecases/goods/change-documents.ts';
import type { ListedDocument } from '../../usecases/goods/documents-on-sale.ts';
import { previewDocument } from '../../usecases/goods/preview-document.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import { consolePrefix, consoleSchema } from '../console/console-schema.ts';
import { nullableInteger, nullableText } from '../console/schema-fields.ts';
import { lineToWire, marksSchema, markToWire, reportSchema } from '../pictures/report-schema.ts';

const ruleSchema = Type.Unsafe<DocumentRule>({
  type: 'object',
  additionalProperties: true,
  description: 'The rule, with the fields of the files in `src/domain/documents/rules/`.',
});

const documentSchema = Type.Object({
  id: Type.String({ description: 'The `document` of `mark_order_id_photo`.' }),
  on_sale: Type.Boolean({ description: 'Whether customers can order it.' }),
  origin: Type.Enum(['shipped', 'changed', 'own'], {
    description:
      '`shipped`: the rule comes with the service. `changed`: an operator has changed it. `own`: an operator added it.',
  }),
  version: nullableInteger('Send it as `seen_version` with a change. Null: no operator has changed it.'),
  rule: ruleSchema,
});

const ruleText = Type.String({
  minLength: 2,
  maxLength: 20_000,
  description: 'A rule as JSON text, with the fields of `rule` in the list.',
});

const changeBody = Type.Object({
  on_sale: Type.Boolean({ description: 'Whether customers can order it.' }),
  seen_version: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'The `version` that the operator saw. Leave it out if that was null.',
    }),
  ),
  rule: Type.Optional(ruleText),
  restore: Type.Optional(
    Type.Boolean({ description: 'True: the rule that comes with the service replaces the changed one.' }),
  ),
});

const previewSchema = Type.Object({
  reason: nullableText('Why no such photo can be made of the sample face; null if it can.'),
  preview: nullableText('A `data:` URL of a WebP, with alpha if the background is replaced.'),
  report: reportSchema,
  marks: marksSchema,
});

function documentToWire({ rule, onSale, origin, version }: ListedDocument): Static<typeof documentSchema> {
  return { id: rule.id, on_sale: onSale, origin, version, rule };
}

export function registerConsoleDocumentRoutes(
  plain: FastifyInstance,
  { deps, callerOf }: ConsoleContext,
): void {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  const list = consoleSchema(
    {
      name: 'list_documents',
      summary: 'List all documents',
      answer: Type.Object({ documents: Type.Array(documentSchema) }),
      answerDescription: 'The documents that come with the service, then those that operators added.',
    },
    {},
  );
  app.get(`${consolePrefix}documents`, { schema: list }, async (request) => ({
    documents: (await listDocuments(deps, callerOf(request))).map(documentToWire),
  }));

  const change = consoleSchema(
    {
      name: 'change_document',
      summary: 'Change or add a document',
      description:
        'Decides whether a document is sold, and changes or adds its rule. The call is refused if another operator has changed the document since the caller saw it. Placed orders keep the rule with which they were placed.',
      answer: documentSchema,
      answerDescription: 'The document as it is now.',
      errors: ['unknown_item', 'illegal_transition'],
    },
    {
      params: Type.Object({ document: Type.String({ minLength: 1, maxLength: 64 }) }),
      body: changeBody,
    },
  );
  app.post(`${consolePrefix}documents/:document`, { schema: change }, async (request) => {
    const caller = callerOf(request);
    const { on_sale: onSale, seen_version: seenVersion = null, rule, restore = false } = request.body;
    const { document } = request.params;
    const wanted = restore ? null : rule === undefined ? 'keep' : requireRule(caller, rule);
    return documentToWire(
      await changeDocument(deps, caller, { document, seenVersion, onSale, rule: wanted }),
    );
  });

  const preview = consoleSchema(
    {
      name: 'preview_document',
      summary: 'Preview a rule',
      description: 'Checks a rule and makes a photo of a sample face by this rule. The call changes nothing.',
      answer: previewSchema,
      answerDescription: 'The photo, its report, and where to draw the lines of the rule.',
      errors: ['unavailable'],
    },
    { body: Type.Object({ rule: ruleText }) },
  );
  app.post(`${consolePrefix}document_preview`, { schema: preview }, async (request) => {
    const caller = callerOf(request);
    const shown = await previewDocument(deps, caller, requireRule(caller, request.body.rule));
    return {
      reason: shown.refusal,
      preview: shown.preview === null ? null : `data:image/webp;base64,${shown.preview}`,
      report: shown.lines.map(lineToWire),
      marks: shown.marks.map(markToWire),
    };
  });
}
