/** The call of the console's API that settles a failed refund. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openConsole } from '../../support/console-visit.ts';

test('POST orders/{id}/settle_refund settles a failed refund with a reason; a viewer may not', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'support');
  await visit.addOperator('vic', 'viewer');
  const [anna, vic] = [await visit.signIn('anna'), await visit.signIn('vic')];
  visit.shop.bank.refundPlan = 'failed';
  const id = await visit.orderId(await visit.shop.paidColourise());
  await visit.send(anna, 'POST', `orders/${id}/refund`, { reason: 'Too dark.' });
  await visit.shop.drain();
  const [failed] = (await visit.get(anna, `orders/${id}`)).json().refunds;
  assert.deepEqual([failed.state, failed.settle_offer, failed.settled_by], ['failed', 'settled', null]);
  const path = `orders/${id}/settle_refund`;
  const body = { refund_no: failed.refund_no, reason: 'Paid by bank transfer.' };
  assert.equal((await visit.send(vic, 'POST', path, body)).statusCode, 403);
  assert.equal((await visit.send(anna, 'POST', path, { refund_no: failed.refund_no })).statusCode, 422);
  const answer = await visit.send(anna, 'POST', path, body);
  assert.equal(answer.statusCode, 200, answer.body);
  const { status, refunds, timeline } = answer.json();
  const [settled] = refunds;
  assert.deepEqual(
    [status, settled.state, settled.settled_by, settled.settle_offer],
    ['refund', 'done', 'anna', null],
  );
  const line = timeline.find(({ what }: { what: string }) => what === 'refund_settled');
  assert.deepEqual([line.actor, line.data.reason], ['operator anna', body.reason]);
});
