/** The versions of documents that operators have changed, and the rules that came with the service. */

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { DocumentRule } from '../../domain/documents/document-rule.ts';
import type { DocumentReads, DocumentWrites } from '../../usecases/goods/document-store.ts';
import type { Session, TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';
import type { NewRow } from '../table.ts';
import { documentVersionsTable } from './document-versions-table.ts';
import { shippedRulesTable } from './shipped-rules-table.ts';

const { columns, read: versionOf } = documentVersionsTable.all;

type NoValues = Record<never, never>;

// The table has only one row for each change by an operator, so reading all rows is quick.
const newestVersions = statement<NoValues>()((db) =>
  db
    .selectFrom('document_versions')
    .select(columns)
    .where('id', 'in', (within) =>
      within.selectFrom('document_versions').select(sql<number>`max(id)`.as('newest')).groupBy('document'),
    )
    .orderBy((order) =>
      order
        .selectFrom('document_versions as first')
        .select(sql<number>`min(first.id)`.as('first'))
        .whereRef('first.document', '=', 'document_versions.document'),
    ),
);

const newestVersionOf = statement<{ document: string }>()((db, p) =>
  db
    .selectFrom('document_versions')
    .select(columns)
    .where('document', '=', p.document)
    .orderBy('id', 'desc')
    .limit(1),
);

const versionById = statement<{ id: number }>()((db, p) =>
  db.selectFrom('document_versions').select(columns).where('id', '=', p.id),
);

const insertVersion = statement<NewRow<typeof documentVersionsTable>>()((db, p, dialect) =>
  db.insertInto('document_versions').values(documentVersionsTable.inserted(p)).modifyEnd(dialect.returningId),
);

const shippedByHash = statement<{ hash: string }>()((db, p) =>
  db.selectFrom('shipped_rules').select(shippedRulesTable.all.columns).where('hash', '=', p.hash),
);

const allShippedHashes = statement<NoValues>()((db) => db.selectFrom('shipped_rules').select('hash'));

const insertShippedRule = statement<NewRow<typeof shippedRulesTable>>()((db, p) =>
  db.insertInto('shipped_rules').values(shippedRulesTable.inserted(p)),
);

// The parser of rules writes the fields in a fixed sequence.
function hashOf(rule: DocumentRule): string {
  return createHash('sha256').update(JSON.stringify(rule)).digest('hex');
}

export function documentReads(session: Session): DocumentReads {
  return {
    async newest() {
      return (await session.all(newestVersions, {})).map(versionOf);
    },
    async newestOf(document) {
      const row = await session.first(newestVersionOf, { document });
      return row && versionOf(row);
    },
    async version(id) {
      const row = await session.first(versionById, { id });
      return row && versionOf(row);
    },
    hashOf,
    async shippedRule(hash) {
      const row = await session.first(shippedByHash, { hash });
      return row && shippedRulesTable.all.read(row).rule;
    },
    async shippedHashes() {
      return (await session.all(allShippedHashes, {})).map(({ hash }) => hash);
    },
  };
}

export function documentWrites(session: TransactionSession): DocumentWrites {
  return {
    ...documentReads(session),
    async insert(version) {
      const id = await session.insert(insertVersion, documentVersionsTable.write(version));
      return { ...version, id };
    },
    async insertShipped(shipped) {
      await session.run(
        insertShippedRule,
        shippedRulesTable.write({ ...shipped, hash: hashOf(shipped.rule) }),
      );
    },
    async lock() {
      await session.lockName('documents');
    },
  };
}
