/**
 * Clients of a pooler in transaction mode (pgbouncer). Each transaction may run on another connection of the server, so
 * statements have no names, and the time limits are set within each transaction.
 */

import type { PostgresClient, PostgresPool, PostgresQuery } from './connector.ts';

export interface TransactionLimits {
  readonly statementTimeoutMs: number;
  readonly lockTimeoutMs: number;
  readonly idleInTransactionTimeoutMs: number;
}

export function throughPooler(pool: PostgresPool, limits: TransactionLimits): PostgresPool {
  const settings = [
    `set local statement_timeout = ${limits.statementTimeoutMs}`,
    `set local lock_timeout = ${limits.lockTimeoutMs}`,
    `set local idle_in_transaction_session_timeout = ${limits.idleInTransactionTimeoutMs}`,
  ].join('; ');

  function unnamed({ name, ...query }: PostgresQuery): PostgresQuery {
    return query;
  }

  return {
    async connect() {
      const client = await pool.connect();
      return {
        async query(query) {
          const isBegin = query.text.startsWith('begin');
          return client.query(isBegin ? { text: `${query.text}; ${settings}` } : unnamed(query));
        },
        release: (destroy) => client.release(destroy),
      } satisfies PostgresClient;
    },
    query: (query) => pool.query(unnamed(query)),
    end: () => pool.end(),
  };
}
