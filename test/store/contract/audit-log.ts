/** The audit log. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { NewAuditEntry } from '../../../src/usecases/callers/audit-store.ts';
import type { OpenTestDatabase } from '../../support/databases.ts';
import { openShop, place, start } from './fixtures.ts';

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
      assert.deepEqual(first, { id: first.id, orderId: null, ...entry });
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

    it('an entry about an order contains the order’s id; other entries contain no order id', async () => {
      await using database = await open();
      const { store } = database;
      const order = await place(store, await openShop(store));
      await store.transaction(async (tx) => {
        await tx.auditLog.insert({ ...entry, targetId: order.orderNo });
        await tx.auditLog.insert({ ...entry, targetKind: 'good', targetId: order.orderNo });
      });
      const none = { operator: null, action: null, targetKind: null, targetId: null };
      const entries = await store.read.auditLog.entries(none, null, 9);
      assert.deepEqual(
        entries.map(({ orderId }) => orderId),
        [null, order.id],
      );
      assert.equal(await store.read.orders.idByNo(order.orderNo), order.id);
      assert.equal(await store.read.orders.idByNo('none'), undefined);
    });

    it('the list of accesses to an account contains its creation, its enabling and each reset of its password, and no other entries', async () => {
      await using database = await open();
      const { store } = database;
      const about = { ...entry, targetKind: 'operator', targetId: 'bob', before: null, after: null } as const;
      const enabled = { role: 'support', disabled: false };
      const disabled = { role: 'support', disabled: true };
      await store.transaction(async (tx) => {
        await tx.auditLog.insert({ ...about, at: 1, operator: 'maker', action: 'operator_added' });
        await tx.auditLog.insert({ ...about, at: 2, operator: 'bob', action: 'password_changed' });
        const changed = { ...about, action: 'operator_changed' } as const;
        await tx.auditLog.insert({ ...changed, at: 3, operator: 'x', before: enabled, after: disabled });
        await tx.auditLog.insert({
          ...changed,
          at: 4,
          operator: 'enabler',
          before: disabled,
          after: enabled,
        });
        const viewer = { role: 'viewer', disabled: false };
        await tx.auditLog.insert({ ...changed, at: 5, operator: 'y', before: viewer, after: enabled });
        await tx.auditLog.insert({ ...about, at: 6, operator: 'setter', action: 'password_reset' });
        await tx.auditLog.insert({ ...about, at: 7, targetId: 'carl', action: 'password_reset' });
      });
      assert.deepEqual(await store.read.auditLog.accountAccesses('bob'), [
        { at: 6, operator: 'setter' },
        { at: 4, operator: 'enabler' },
        { at: 1, operator: 'maker' },
      ]);
    });
  });
}
