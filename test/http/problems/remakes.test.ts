/** New pictures for finished orders whose customers reported a problem, by both APIs on a complete shop. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { removeFileJob } from '../../../src/usecases/pictures/remove-file-job.ts';
import { assertSound } from '../../support/shop.ts';
import {
  answered,
  call,
  donePhoto,
  doneRestoration,
  openWithOperators,
  problemsOf,
  refused,
  report,
  topics,
} from './problem-visit.ts';

const dayMs = 24 * 60 * 60_000;

test('a new picture with other settings replaces the result, and the customer keeps the former picture', async () => {
  const { visit, bob } = await openWithOperators();
  await using _ = visit;
  const { shop } = visit;
  const orderNo = await donePhoto(visit);
  const before = await shop.order(orderNo);
  assert.ok(before.deal.status === 'done' && before.deal.resultFile !== null);
  const id = await report(visit, orderNo, { reason: 'wrong_choice' });
  shop.clock.advance(1000);
  await answered(visit, bob, id, 'remake', { color: 'white', reply: 'Here it is on white.' });
  const during = await problemsOf(visit, orderNo);
  assert.deepEqual([during[0].state, during[0].answer, during[0].answered_at], ['remaking', 'remake', null]);
  const kept = (await call(visit, 'fetch_order', { order_no: orderNo })).json();
  assert.deepEqual([kept.status, kept.deal_status], ['pay', 'done'], 'the order stays finished');

  await shop.drain();
  const after = await shop.order(orderNo);
  assert.ok(after.deal.status === 'done' && after.deal.resultFile !== null);
  assert.notEqual(after.deal.resultFile, before.deal.resultFile);
  const task = shop.orderImages.tasks.at(-1);
  assert.equal(task?.kind === 'id_photo' ? task.background : undefined, 'white');
  const details = (await call(visit, 'order_details', { order_no: orderNo })).json();
  assert.equal(details.color, 'white');
  const [problem] = await problemsOf(visit, orderNo);
  assert.deepEqual([problem.state, problem.reply], ['answered', 'Here it is on white.']);
  const former = await visit.app.inject({
    url: new URL(problem.former_result).pathname + new URL(problem.former_result).search,
  });
  assert.equal(former.statusCode, 200);
  assert.deepEqual(await shop.refunds(orderNo), [], 'free of charge, and nothing is refunded');
  assert.ok((await shop.events(orderNo)).includes('result_replaced'));
  assert.ok(shop.delivered.some(({ type }) => type === 'order.remade'));
  const red = await call(visit, 'photo_color', { order_no: orderNo, color: 'red' });
  assert.equal(red.statusCode, 200, red.body);
  await assertSound(shop);

  const [removal] = await shop.store.read.jobs.named({
    kind: removeFileJob.kind,
    key: before.deal.resultFile,
  });
  assert.ok(removal !== undefined, 'the former picture is removed at its time');
  shop.clock.advance(8 * dayMs);
  await shop.settle();
  assert.equal(await shop.disk.files.get(before.deal.resultFile), undefined);
  assert.equal((await problemsOf(visit, orderNo))[0].former_result, null);
});

test('without settings, the new picture has the settings of the order, and invalid settings are refused', async () => {
  const { visit, bob } = await openWithOperators();
  await using _ = visit;
  const orderNo = await donePhoto(visit, 'red');
  const id = await report(visit, orderNo);
  const wrong = await visit.send(bob, 'POST', `problems/${id}/remake`, { color: 'purple' });
  assert.equal(wrong.json().errors[0].code, 'not_a_choice', wrong.body);
  await answered(visit, bob, id, 'remake', {});
  await visit.shop.drain();
  const task = visit.shop.orderImages.tasks.at(-1);
  assert.equal(task?.kind === 'id_photo' ? task.background : undefined, 'red');
});

test('a restoration is made again in colour, but not enlarged if its photo has too many pixels', async () => {
  const { visit, bob } = await openWithOperators();
  await using _ = visit;
  const { shop } = visit;
  const orderNo = await doneRestoration(visit, { colour: 0, enlarge: 0 });
  const id = await report(visit, orderNo, { reason: 'wrong_choice' });
  shop.sql('update uploads set width_px = 3000, height_px = 2000');
  const large = await visit.send(bob, 'POST', `problems/${id}/remake`, { colour: 1, enlarge: 1 });
  assert.equal(large.json().errors[0].code, 'too_large_to_enlarge', large.body);
  await answered(visit, bob, id, 'remake', { colour: 1, color: 'red' });
  await shop.drain();
  const task = shop.orderImages.tasks.at(-1);
  assert.ok(task?.kind === 'restore');
  assert.deepEqual([task.isColoured, task.isEnlarged], [true, false]);
  const details = (await call(visit, 'order_details', { order_no: orderNo })).json();
  assert.deepEqual([details.colour, details.enlarge, details.color], [1, 0, null]);
  await assertSound(shop);
});

for (const [name, plan, error] of [
  ['refuses the photo', { refused: 'cut_out_failed' }, 'cut_out_failed'],
  ['crashes at each attempt', 'lost', 'attempts_exhausted'],
  ['is killed at each attempt', { unavailable: 'killed' }, 'attempts_exhausted'],
] as const) {
  test(`if the image process ${name}, the problem is open again and the customer keeps the picture`, async () => {
    const { visit, bob } = await openWithOperators();
    await using _ = visit;
    const { shop } = visit;
    const orderNo = await donePhoto(visit);
    const id = await report(visit, orderNo);
    await answered(visit, bob, id, 'remake', { reply: 'We try again.' });
    shop.orderImages.plan = plan;
    await shop.settle();
    const [problem] = await problemsOf(visit, orderNo);
    assert.deepEqual([problem.state, problem.answer, problem.reply], ['open', null, null]);
    // Sign in again, because the attempts take hours and the operator's session has ended.
    const later = await visit.signIn('bob');
    const seen = (await visit.get(later, `orders/${await visit.orderId(orderNo)}`)).json();
    assert.equal(seen.problems[0].remake_error, error);
    assert.equal(await shop.state(orderNo), 'pay/done');
    assert.equal((await topics(visit, later)).length, 1);
    await visit.send(later, 'POST', `orders/${seen.id}/refund`, { reason: 'asked by phone' });
    const [refunded] = await problemsOf(visit, orderNo);
    assert.deepEqual([refunded.answer, refunded.reply], ['refund', null]);
  });
}

test('no new picture can be made for a membership or after the photo of the order was deleted', async () => {
  const { visit, bob } = await openWithOperators();
  await using _ = visit;
  const { shop } = visit;
  const vipNo = await shop.placeVip();
  await shop.pay(vipNo);
  const ofVip = await report(visit, vipNo, { reason: 'not_received' });
  const never = await visit.send(bob, 'POST', `problems/${ofVip}/remake`, {});
  assert.deepEqual(refused(never), [409, 'illegal_transition', 'nothing_to_remake']);
  const orderNo = await donePhoto(visit);
  shop.clock.advance(8 * dayMs);
  await shop.settle();
  const id = await report(visit, orderNo);
  const bobAgain = await visit.signIn('bob');
  const late = await visit.send(bobAgain, 'POST', `problems/${id}/remake`, {});
  assert.deepEqual(refused(late).slice(0, 2), [410, 'upload_expired']);
});

test('if an operator refunds the order on its page while its new picture is made, the new picture is discarded', async () => {
  const { visit, bob } = await openWithOperators();
  await using _ = visit;
  const { shop } = visit;
  const orderNo = await donePhoto(visit);
  const before = await shop.order(orderNo);
  const id = await report(visit, orderNo);
  await answered(visit, bob, id, 'remake', { reply: 'Here is your new picture.' });
  shop.orderImages.plan = {
    meanwhile: async () => {
      await visit.send(bob, 'POST', `orders/${before.id}/refund`, { reason: 'asked by phone' });
    },
  };
  await shop.drain();
  const [problem] = await problemsOf(visit, orderNo);
  assert.deepEqual([problem.state, problem.answer, problem.reply], ['answered', 'refund', null]);
  const after = await shop.order(orderNo);
  assert.ok(before.deal.status === 'done' && after.deal.status === 'done');
  assert.equal(after.deal.resultFile, before.deal.resultFile, 'the late picture is not taken');
  await shop.settle();
  await assertSound(shop);
});
