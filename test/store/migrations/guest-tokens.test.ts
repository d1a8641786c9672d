/** The migration 0009-guest-tokens, on a database that has only the earlier migrations. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { migrate } from '../../../src/store/migrations/migrate.ts';
import { emptyDatabases, upTo } from './empty-databases.ts';

/** The stored response of a call contains the caller's new token in clear text. */
const answer = '{"token":"g1.7.abc.secret"}';
const scopes = {
  anonymous: 'mark_order_vip|anonymous',
  operator: 'mark_order_vip|operator:ann',
  user: 'mark_order_vip|user:7',
  userOfOtherCall: 'refund_order|user:8',
};

for (const [name, open] of emptyDatabases) {
  describe(`the migration to generations of guest tokens on ${name}`, () => {
    it('deletes the stored responses of anonymous callers and operators, and keeps those of users', async (t) => {
      const connection = await open(t);
      await migrate(connection, upTo(8));
      for (const scope of Object.values(scopes)) {
        const values = `'${scope}', 'key', 'hash', '${answer}', 5`;
        await connection.execute(`insert into idempotency_records values (${values})`, []);
      }
      assert.deepEqual(await migrate(connection, upTo(9)), ['0009-guest-tokens']);
      const kept = await connection.execute(
        'select scope, "key", body_hash, answer from idempotency_records order by scope',
        [],
      );
      const of = (scope: string) => ({ scope, key: 'key', body_hash: 'hash', answer });
      assert.deepEqual(
        kept.map((row) => ({ ...(row as object) })),
        [of(scopes.user), of(scopes.userOfOtherCall)],
      );
    });

    it('gives each user the first generation, so that the tokens of the users stay valid', async (t) => {
      const connection = await open(t);
      await migrate(connection, upTo(8));
      await connection.execute("insert into users (kind, created_at) values ('guest', 5)", []);
      await migrate(connection, upTo(9));
      const [user] = await connection.execute('select token_generation as generation from users', []);
      assert.equal(Number((user as { generation: unknown }).generation), 0);
    });

    it('makes an earlier version, which does not have the migration, refuse the database', async (t) => {
      const connection = await open(t);
      await migrate(connection, upTo(9));
      await assert.rejects(migrate(connection, upTo(8)), /newer version.*0009-guest-tokens/);
    });
  });
}
