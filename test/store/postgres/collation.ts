/** A database that ignores punctuation when it sorts texts, as some languages and systems do. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openStore } from '../../../src/store/open-store.ts';
import { administer, silentLog } from '../../support/databases.ts';
import { manualClock } from '../../support/manual-clock.ts';
import type { PostgresServer } from '../../support/postgres-server.ts';
import { newJob, start } from '../contract/fixtures.ts';

export function collationContract(server: PostgresServer): void {
  describe('a database that ignores punctuation when it sorts texts', () => {
    it('an erasure makes the removal of a result and its extra pictures due, and of no other result', async () => {
      await administer(
        server,
        "create database sorted template template0 locale_provider icu icu_locale 'en-US-u-ka-shifted'",
      );
      const database = { kind: 'postgres', urls: [server.urlOf('sorted')] } as const;
      const { store } = await openStore({ database, clock: manualClock(), log: silentLog });
      try {
        const keys = ['ab.jpg', 'ab-blue.jpg', 'ab-0.pdf', 'abc.jpg', 'a.jpg'].map(
          (name) => `results/${name}`,
        );
        const removed = await store.transaction(async (tx) => {
          for (const key of keys) await tx.jobs.enqueue(newJob({ kind: 'remove_file', key }));
          return tx.erasures.removeResultNow('results/ab.jpg', start);
        });
        assert.deepEqual(removed.toSorted(), keys.slice(0, 3).toSorted());
      } finally {
        await store.close();
        await administer(server, 'drop database sorted with (force)');
      }
    });
  });
}
