/** The reads of the self-audit. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OrderProblem } from '../../../src/usecases/problems/problem-store.ts';
import type { OpenTestDatabase } from '../../support/databases.ts';
import { advance, newAttempt, newJob, newRefund, newUpload, openShop, place, start } from './fixtures.ts';

function newProblem(orderId: number): Omit<OrderProblem, 'id'> {
  return {
    orderId,
    reason: 'outline',
    note: null,
    area: null,
    pictureFile: null,
    pictureUntil: null,
    reportedAt: start,
    state: 'open',
    answer: null,
    reply: null,
    answeredBy: null,
    answeredAt: null,
    remakeDetails: null,
    remakeError: null,
  };
}

export function selfAuditContract(open: OpenTestDatabase): void {
  describe('the self-audit', () => {
    it('the pages contain every order once, with its history, payments, refunds and grants', async () => {
      await using database = await open();
      const { store } = database;
      const shop = await openShop(store);
      const orders = [await place(store, shop), await place(store, shop), await place(store, shop)];
      const [first, second] = orders;
      assert.ok(first !== undefined && second !== undefined);
      await store.transaction(async (tx) => {
        const attempt = await tx.payments.insert(newAttempt(first.id));
        await tx.refunds.insert(newRefund(attempt));
        await tx.members.insertGrant({
          userId: shop.userId,
          orderId: second.id,
          months: 1,
          grantedAt: start,
        });
      });
      const pageOne = await store.read.selfAudit.page(0, 2);
      const pageTwo = await store.read.selfAudit.page(pageOne.at(-1)?.order.id ?? 0, 2);
      assert.deepEqual(
        [...pageOne, ...pageTwo].map(({ order }) => order),
        orders,
      );
      assert.deepEqual(
        [...pageOne, ...pageTwo].map((page) => [
          page.history.length,
          page.attempts.length,
          page.refunds.length,
          page.grants.length,
        ]),
        [
          [1, 1, 1, 0],
          [1, 0, 0, 1],
          [1, 0, 0, 0],
        ],
      );
      assert.deepEqual(pageOne[0]?.attempts, await store.read.payments.ofOrder(first.id));
      assert.deepEqual(await store.read.selfAudit.page(orders.at(-1)?.id ?? 0, 2), []);
    });

    it('the pages contain the unfinished jobs of each order; a job that names an unknown order is listed as stray', async () => {
      await using database = await open();
      const { store } = database;
      const shop = await openShop(store);
      const order = await place(store, shop);
      const other = await place(store, shop);
      const attempt = await store.transaction((tx) => tx.payments.insert(newAttempt(order.id)));
      const refund = await store.transaction((tx) => tx.refunds.insert(newRefund(attempt)));
      const mine = [
        { kind: 'process_order', key: order.orderNo },
        { kind: 'close_payment', key: order.orderNo },
        { kind: 'check_payment', key: attempt.paymentNo },
        { kind: 'refund_payment', key: refund.refundNo },
      ] as const;
      const strays = [
        { kind: 'process_order', key: 'none' },
        { kind: 'check_payment', key: order.orderNo },
      ] as const;
      await store.transaction(async (tx) => {
        for (const job of [...mine, ...strays]) await tx.jobs.enqueue(newJob(job));
        // Jobs of this kind belong to no order, so they are never stray.
        await tx.jobs.enqueue(newJob({ kind: 'remove_file', key: 'none' }));
        await tx.jobs.enqueue(newJob({ kind: 'close_payment', key: other.orderNo, runAt: 0 }));
        const lost = await tx.jobs.claim(['close_payment'], 1, 2);
        assert.ok(lost !== undefined && (await tx.jobs.markDead(lost, 'given up')));
      });
      const [first, second] = await store.read.selfAudit.page(0, 2);
      const byKind = (jobs: readonly { kind: string }[]) =>
        jobs.toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
      assert.deepEqual(byKind(first?.jobs ?? []), byKind(mine));
      assert.deepEqual(second?.jobs, []);
      assert.deepEqual(await store.read.selfAudit.strayJobs(10), strays);
      assert.deepEqual(await store.read.selfAudit.strayJobs(1), strays.slice(0, 1));
    });

    it('the files with a row are those of uploads, results, reported problems and jobs that remove a file', async () => {
      await using database = await open();
      const { store } = database;
      const order = await place(store, await openShop(store));
      const upload = newUpload({ file: 'uploads/1.jpg' });
      await store.transaction(async (tx) => {
        await tx.uploads.insert(upload);
        await advance(
          tx,
          order,
          { type: 'paid', at: start, attemptId: null },
          { type: 'work_started', at: start },
          { type: 'work_done', at: start, resultFile: 'results/1.jpg', resultUntil: start + 5 },
        );
        const problem = { ...newProblem(order.id), pictureFile: 'results/2.jpg', pictureUntil: start + 9 };
        await tx.problems.insert(problem);
        await tx.problems.insert(newProblem(order.id));
        await tx.jobs.enqueue(newJob({ kind: 'remove_file', key: 'results/3-red.jpg' }));
        await tx.jobs.enqueue(newJob({ kind: 'process_order', key: order.orderNo }));
      });
      const files = await store.read.selfAudit.filesWithRow();
      const expected = ['results/1.jpg', 'results/2.jpg', 'results/3-red.jpg', 'uploads/1.jpg'];
      assert.deepEqual(files.toSorted(), expected);
    });
  });
}
