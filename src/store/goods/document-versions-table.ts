/** The table `document_versions`: which documents are sold, and the rules that operators have changed or added. */

import { parseDocumentRule } from '../../domain/documents/document-rule.ts';
import { flag, generatedId, integer, nullable, text } from '../column.ts';
import { json } from '../json-column.ts';
import { table } from '../table.ts';

export const documentVersionsTable = table('document_versions', {
  id: generatedId,
  document: text,
  rule: nullable(json(parseDocumentRule)),
  onSale: flag,
  createdAt: integer,
});
