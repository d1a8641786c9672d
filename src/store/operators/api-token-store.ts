/** The API tokens of operators. */

import type { ApiToken, ApiTokenReads, ApiTokenWrites } from '../../usecases/operators/api-token-store.ts';
import type { Dialect } from '../dialect.ts';
import type { Session, TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';
import type { NewRow, Row } from '../table.ts';
import { apiTokensTable } from './api-tokens-table.ts';
import { operatorsTable } from './operators-table.ts';

const tokenPart = apiTokensTable.except('digest', 'operatorId');
const operatorPart = operatorsTable.except('environmentHash').prefixed('operator_');

function tokensWithOperators(db: Dialect['db']) {
  return db
    .selectFrom('api_tokens')
    .innerJoin('operators', 'operators.id', 'api_tokens.operator_id')
    .select(tokenPart.columns)
    .select(operatorPart.columns);
}

function tokenOf(
  row: Parameters<typeof tokenPart.read>[0] & Parameters<typeof operatorPart.read>[0],
): ApiToken {
  return { ...tokenPart.read(row), operator: operatorPart.read(row) };
}

const tokenByDigest = statement<{ digest: string }>()((db, p) =>
  tokensWithOperators(db).where('api_tokens.digest', '=', p.digest),
);

const tokenById = statement<{ id: number }>()((db, p) =>
  tokensWithOperators(db).where('api_tokens.id', '=', p.id),
);

const tokensOfOperator = statement<{ operatorId: number }>()((db, p) =>
  tokensWithOperators(db).where('api_tokens.operator_id', '=', p.operatorId).orderBy('api_tokens.id', 'desc'),
);

const allTokens = statement<Record<never, never>>()((db) =>
  tokensWithOperators(db).orderBy('api_tokens.id', 'desc'),
);

const insertToken = statement<NewRow<typeof apiTokensTable>>()((db, p, dialect) =>
  db.insertInto('api_tokens').values(apiTokensTable.inserted(p)).modifyEnd(dialect.returningId),
);

const recordUse = statement<Pick<Row<typeof apiTokensTable>, 'id' | 'usedAt'>>()((db, p) =>
  db.updateTable('api_tokens').set(apiTokensTable.assigned(p, 'usedAt')).where('id', '=', p.id),
);

const removeToken = statement<{ id: number }>()((db, p) =>
  db.deleteFrom('api_tokens').where('id', '=', p.id),
);

const removeTokensOf = statement<{ operatorId: number }>()((db, p) =>
  db.deleteFrom('api_tokens').where('operator_id', '=', p.operatorId),
);

const purgeTokens = statement<{ now: number }>()((db, p) =>
  db.deleteFrom('api_tokens').where('expires_at', '<=', p.now),
);

export function apiTokenReads(session: Session): ApiTokenReads {
  return {
    async byDigest(digest) {
      const row = await session.first(tokenByDigest, { digest });
      return row && tokenOf(row);
    },
    async byId(id) {
      const row = await session.first(tokenById, { id });
      return row && tokenOf(row);
    },
    async ofOperator(operatorId) {
      const rows =
        operatorId === null
          ? await session.all(allTokens, {})
          : await session.all(tokensOfOperator, { operatorId });
      return rows.map(tokenOf);
    },
  };
}

export function apiTokenWrites(session: TransactionSession): ApiTokenWrites {
  return {
    ...apiTokenReads(session),
    async insert(token) {
      return session.insert(insertToken, { ...token, usedAt: null });
    },
    async recordUse(id, usedAt) {
      await session.run(recordUse, { id, usedAt });
    },
    async remove(id) {
      await session.run(removeToken, { id });
    },
    removeAllOf: (operatorId) => session.run(removeTokensOf, { operatorId }),
    async purge(now) {
      await session.run(purgeTokens, { now });
    },
  };
}
