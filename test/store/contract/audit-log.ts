/** The audit log. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { NewAuditEntry } from '../../../src/usecases/callers/audit-store.ts';
import type { OpenTestDatabase } from '../../support/databases.ts';
import { start } from './fixtures.ts';

const entry: NewAuditEntry = {
  at: start,
  operator: 'ann',
  action: 'order_cancelled',
  targetKind: 'order',
  targetId: 'A1',
  address: '::1',
  requestId: 'r1',
  reason: 'asked by telephone',
  before: { status: 'wait_pay' },
  after: { status: 'cancal', price: 690, member: true, note: null },
};

export function auditLogContract(open: OpenTestDatabase): void {
  describe('the audit log', () => {
    it('a search returns the entries as they were written, newest first, and filters by each field', async () => {
      await using database = await open();
      const { store } = database;
      const other = { ...entry, operator: 'bob', action: 'good_changed', targetKind: 'good' } as const;
      await store.transaction(async (tx) => {
        await tx.auditLog.insert(entry);
        await tx.auditLog.insert({ ...entry, targetId: 'A2', before: null, after: null, reason: null });
        await tx.auditLog.insert({ ...other, targetId: 'A1', address: null, requestId: null });
      });
      const none = { operator: null, action: null, targetKind: null, targetId: null };
      const all = await store.read.auditLog.entries(none, null, 9);
      const [third, second, first] = all;
      assert.ok(first !== undefined && second !== undefined && third !== undefined);
      assert.deepEqual(first, { id: first.id, ...entry });
      const find = (filter: object, beforeId: number | null = null) =>
        store.read.auditLog.entries({ ...none, ...filter }, beforeId, 9);
      assert.deepEqual(await find({ operator: 'bob' }), [third]);
      assert.deepEqual(await find({ action: 'order_cancelled' }), [second, first]);
      assert.deepEqual(await find({ targetKind: 'order' }), [second, first]);
      assert.deepEqual(await find({ targetKind: 'order', targetId: 'A1' }), [first]);
      assert.deepEqual(await find({ targetId: 'A1' }), all);
      assert.deepEqual(await find({ operator: 'ann' }, second.id), [first]);
      assert.deepEqual(await store.read.auditLog.entries(none, null, 1), [third]);
    });
  });
}
