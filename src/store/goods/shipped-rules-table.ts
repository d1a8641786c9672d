/** The table `shipped_rules`: the rules of documents that this release and earlier ones came with. */

import { parseDocumentRule } from '../../domain/documents/document-rule.ts';
import { integer, text } from '../column.ts';
import { json } from '../json-column.ts';
import { table } from '../table.ts';

export const shippedRulesTable = table('shipped_rules', {
  hash: text,
  rule: json(parseDocumentRule),
  createdAt: integer,
});
