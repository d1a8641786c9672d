/** Problems of finished orders. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OrderProblem } from '../../../src/usecases/problems/problem-store.ts';
import type { OpenTestDatabase } from '../../support/databases.ts';
import { openShop, place, start } from './fixtures.ts';

const reported: Omit<OrderProblem, 'id' | 'orderId'> = {
  reason: 'outline',
  note: 'the ear',
  area: { left: 1, top: 2, width: 3, height: 4 },
  pictureFile: 'results/1.jpg',
  pictureUntil: start + 9,
  reportedAt: start,
  state: 'open',
  answer: null,
  reply: null,
  answeredBy: null,
  answeredAt: null,
  remakeDetails: null,
  remakeError: null,
};

export function problemsContract(open: OpenTestDatabase): void {
  describe('problems of orders', () => {
    it('a problem is stored and read with all its fields, when it is reported and when it is answered', async () => {
      await using database = await open();
      const { store } = database;
      const order = await place(store, await openShop(store));
      const bare = { note: null, area: null, pictureFile: null, pictureUntil: null } as const;
      const [first, second] = await store.transaction(async (tx) => [
        await tx.problems.insert({ ...reported, orderId: order.id }),
        await tx.problems.insert({ ...reported, ...bare, orderId: order.id }),
      ]);
      assert.ok(first !== undefined && second !== undefined);
      assert.deepEqual(await store.read.problems.ofOrder(order.id), [first, second]);
      assert.deepEqual(await store.read.problems.open(1), [{ ...first, orderNo: order.orderNo }]);
      const answered: OrderProblem = {
        ...first,
        ...{ pictureFile: 'results/2.jpg', pictureUntil: start + 5, state: 'answered', answer: 'remake' },
        ...{ reply: 'Sorry.', answeredBy: 'ann', answeredAt: start + 3 },
        ...{ remakeDetails: { path: 'p', num: 2 }, remakeError: 'no_face' },
      };
      await store.transaction((tx) => tx.problems.save(answered));
      assert.deepEqual(await store.read.problems.byId(first.id), answered);
      assert.deepEqual(await store.read.problems.open(9), [{ ...second, orderNo: order.orderNo }]);
      assert.equal(await store.read.problems.byId(second.id + 1), undefined);
      assert.deepEqual(await store.read.problems.ofOrder(order.id + 1), []);
    });
  });
}
