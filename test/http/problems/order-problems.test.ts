/** Problems of finished orders: reports of customers, replies and refunds, by both APIs on a complete shop. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertSound } from '../../support/shop.ts';
import {
  answered,
  call,
  donePhoto,
  openWithOperators,
  problemsOf,
  refused,
  report,
  topics,
} from './problem-visit.ts';

test('a customer reports a problem with a note and a part of the picture, and the inbox and the order show it', async () => {
  const { visit, ann, cid } = await openWithOperators();
  await using _ = visit;
  const orderNo = await donePhoto(visit);
  const area = { area_left: 100, area_top: 200, area_width: 300, area_height: 400 };
  await report(visit, orderNo, { note: ' The ear\u202e is\r\n cut off. ', ...area });
  const [problem] = await problemsOf(visit, orderNo);
  assert.equal(problem.state, 'open');
  assert.equal(problem.note, 'The ear is\ncut off.');
  assert.deepEqual(problem.area, { left: 100, top: 200, width: 300, height: 400 });
  assert.deepEqual(await topics(visit, ann), ['problem outline The ear is\ncut off.']);

  const { id } = await visit.shop.order(orderNo);
  const seen = (await visit.get(ann, `orders/${id}`)).json();
  assert.match(seen.problems[0].picture, /results/);
  assert.deepEqual(
    seen.timeline
      .filter(({ kind }: { kind: string }) => kind === 'problem')
      .map(({ what }: { what: string }) => what),
    ['reported'],
  );
  const byViewer = (await visit.get(cid, `orders/${id}`)).json();
  assert.equal(byViewer.problems[0].picture, null, 'a viewer may not see pictures');
  assert.deepEqual(
    visit.shop.delivered.filter(({ type }) => type === 'problem.reported').length,
    0,
    'delivered by a job',
  );
  await visit.shop.drain();
  const [event] = visit.shop.delivered.filter(({ type }) => type === 'problem.reported');
  assert.match(JSON.stringify(event), /"problem_reason":"outline"/);
});

test('a report is refused for an unpaid order, while an earlier problem is unanswered, after five problems, and from another customer', async () => {
  const { visit, bob } = await openWithOperators();
  await using _ = visit;
  const { shop } = visit;
  const unpaid = await shop.placeColourise();
  const body = { order_no: unpaid, reason: 'colours' };
  assert.deepEqual(refused(await call(visit, 'report_problem', body)), [
    409,
    'illegal_transition',
    'order_not_finished',
  ]);
  const orderNo = await donePhoto(visit);
  for (let count = 1; count <= 5; count++) {
    const id = await report(visit, orderNo);
    assert.deepEqual(refused(await call(visit, 'report_problem', { order_no: orderNo, reason: 'other' })), [
      409,
      'illegal_transition',
      'problem_not_answered',
    ]);
    await answered(visit, bob, id, 'reply', { reply: `Answer ${count}` });
  }
  assert.deepEqual(refused(await call(visit, 'report_problem', { order_no: orderNo, reason: 'other' })), [
    409,
    'illegal_transition',
    'too_many_problems',
  ]);

  const alice = { authorization: 'Bearer subject.alice' };
  const source = { address: '192.0.2.1', client: '192.0.2.1', requestId: 'r' };
  const user = await shop.service.identify({ bearer: 'subject.alice' }, source);
  const hers = await shop.placeVip(1, user);
  const payment = {
    provider: undefined,
    channel: undefined,
    language: null,
    clientAddress: '192.0.2.1',
    requestId: 'r',
  };
  await shop.service.payOrders({ caller: user, orderNos: [hers], ...payment });
  await shop.notify(shop.bank.pay(await shop.lastPaymentNo(hers)));
  for (const name of ['report_problem', 'order_problems']) {
    const stranger = await call(visit, name, { order_no: hers, reason: 'other' });
    assert.deepEqual(refused(stranger), [404, 'unknown_order', undefined], name);
  }
  const own = await call(visit, 'report_problem', { order_no: hers, reason: 'not_received' }, alice);
  assert.equal(own.statusCode, 200, own.body);
});

test('a marked part without all four values, or not inside the picture, is refused', async () => {
  const { visit } = await openWithOperators();
  await using _ = visit;
  const orderNo = await donePhoto(visit);
  for (const [area, pointer, code] of [
    [{ area_left: 1, area_top: 1, area_width: 1 }, '/area_height', 'missing'],
    [{ area_left: 600, area_top: 0, area_width: 401, area_height: 1 }, '/area_width', 'integer_range'],
    [{ area_left: 0, area_top: 1000, area_width: 1, area_height: 1 }, '/area_top', 'integer_range'],
  ] as const) {
    const answer = await call(visit, 'report_problem', { order_no: orderNo, reason: 'outline', ...area });
    assert.equal(answer.statusCode, 422, answer.body);
    const [field] = answer.json().errors;
    assert.deepEqual([field.pointer, field.code], [pointer, code]);
  }
  assert.deepEqual(await problemsOf(visit, orderNo), []);
});

test('a repeated report with the same Idempotency-Key is stored once', async () => {
  const { visit } = await openWithOperators();
  await using _ = visit;
  const orderNo = await donePhoto(visit);
  const body = { order_no: orderNo, reason: 'quality' };
  const headers = { 'idempotency-key': 'a-key-that-is-long-enough' };
  const first = await call(visit, 'report_problem', body, headers);
  const second = await call(visit, 'report_problem', body, headers);
  assert.deepEqual([second.statusCode, second.body], [200, first.body]);
  assert.equal((await problemsOf(visit, orderNo)).length, 1);
});

test('the customer reads the reply of an operator, and a second operator cannot answer again', async () => {
  const { visit, ann, bob, cid } = await openWithOperators();
  await using _ = visit;
  const orderNo = await donePhoto(visit);
  const id = await report(visit, orderNo);
  const forbidden = await visit.send(cid, 'POST', `problems/${id}/reply`, { reply: 'No.' });
  assert.deepEqual(refused(forbidden), [403, 'forbidden', 'role_not_allowed']);
  await answered(visit, bob, id, 'reply', { reply: 'The edge is soft on purpose.' });
  const [problem] = await problemsOf(visit, orderNo);
  assert.deepEqual(
    [problem.state, problem.answer, problem.reply, problem.former_result],
    ['answered', 'reply', 'The edge is soft on purpose.', null],
  );
  assert.deepEqual(await topics(visit, ann), []);
  await answered(visit, bob, id, 'reply', { reply: 'The edge is soft on purpose.' });
  const late = await visit.send(ann, 'POST', `problems/${id}/reply`, { reply: 'Sorry.' });
  assert.deepEqual(refused(late), [409, 'illegal_transition', 'problem_answered']);
  const { entries } = (await visit.get(ann, 'audit_log?action=problem_answered')).json();
  assert.deepEqual(
    entries.map((entry: { operator: string; after: object }) => [entry.operator, entry.after]),
    [['bob', { problem_id: id, answer: 'reply' }]],
  );
  await visit.shop.drain();
  assert.ok(visit.shop.delivered.some(({ type }) => type === 'problem.answered'));
});

test('an answer with a refund refunds the order and shows the reply to the customer', async () => {
  const { visit, bob } = await openWithOperators();
  await using _ = visit;
  const { shop } = visit;
  const orderNo = await donePhoto(visit);
  const id = await report(visit, orderNo);
  const order = await answered(visit, bob, id, 'refund', {
    reason: 'not good enough',
    reply: 'We are sorry.',
  });
  assert.deepEqual([order.status, order.problems[0].state], ['wait_refund', 'answered']);
  await shop.drain();
  const [problem] = await problemsOf(visit, orderNo);
  assert.deepEqual([problem.answer, problem.reply], ['refund', 'We are sorry.']);
  assert.equal(await shop.state(orderNo), 'refund/done');
  await answered(visit, bob, id, 'refund', { reason: 'again' });
  assert.equal((await shop.refunds(orderNo)).length, 1);
  await assertSound(shop);
});

test('an answer with a refund of membership months leaves the order paid', async () => {
  const { visit, bob } = await openWithOperators();
  await using _ = visit;
  const { shop } = visit;
  const orderNo = await shop.placeVip(6);
  await shop.pay(orderNo);
  const id = await report(visit, orderNo, { reason: 'other' });
  await answered(visit, bob, id, 'refund', { reason: 'moves away', months: 2, refunded_before: 0 });
  const [problem] = await problemsOf(visit, orderNo);
  assert.deepEqual([problem.state, problem.answer], ['answered', 'refund']);
  assert.equal(await shop.state(orderNo), 'pay/done');
  assert.deepEqual(
    (await shop.refunds(orderNo)).map(({ months }) => months),
    [2],
  );
});

test('an answer with a refund of the order is refused if months were refunded after the operator saw the amount', async () => {
  const { visit, bob } = await openWithOperators();
  await using _ = visit;
  const { shop } = visit;
  const orderNo = await shop.placeVip(6);
  await shop.pay(orderNo);
  const id = await report(visit, orderNo, { reason: 'other' });
  const stale = { refunded_before: 1, reason: 'moves away' };
  const answer = await visit.send(bob, 'POST', `problems/${id}/refund`, stale);
  assert.deepEqual([answer.statusCode, answer.json().reason], [409, 'months_refunded_meanwhile']);
  const [problem] = await problemsOf(visit, orderNo);
  assert.equal(problem.state, 'open');
  const after = await answered(visit, bob, id, 'refund', { ...stale, refunded_before: 0 });
  assert.equal(after.status, 'wait_refund');
});

test('a refund that needs a second operator answers the problem only when it is confirmed', async () => {
  const { visit, ann, bob } = await openWithOperators(100);
  await using _ = visit;
  const orderNo = await donePhoto(visit);
  const id = await report(visit, orderNo);
  const waiting = await answered(visit, bob, id, 'refund', { reason: 'bad cut', reply: 'We are sorry.' });
  assert.deepEqual([waiting.status, waiting.problems[0].state], ['pay', 'open']);
  const [unseen] = await problemsOf(visit, orderNo);
  assert.deepEqual([unseen.state, unseen.reply], ['open', null]);
  const confirmed = await visit.send(ann, 'POST', `refund_approvals/${waiting.approval.id}/confirm`);
  assert.equal(confirmed.statusCode, 200, confirmed.body);
  const [problem] = await problemsOf(visit, orderNo);
  assert.deepEqual([problem.answer, problem.reply], ['refund', 'We are sorry.']);
});

test('a customer never reads the reply that came with a rejected refund', async () => {
  const { visit, ann, bob } = await openWithOperators(0);
  await using _ = visit;
  const orderNo = await visit.shop.placeVip(6);
  await visit.shop.pay(orderNo);
  const id = await report(visit, orderNo, { reason: 'other' });
  const reply = 'You get all your money back.';
  const asked = await answered(visit, bob, id, 'refund', { reason: 'moves away', reply });
  const reject = `refund_approvals/${asked.approval.id}/reject`;
  assert.equal((await visit.send(ann, 'POST', reject, { reason: 'Too much.' })).statusCode, 200);
  const refund = { months: 2, refunded_before: 0, reason: 'moves away' };
  const months = await visit.send(bob, 'POST', `orders/${asked.id}/refund_months`, refund);
  const { approval } = months.json();
  const confirmed = await visit.send(ann, 'POST', `refund_approvals/${approval.id}/confirm`);
  assert.equal(confirmed.statusCode, 200, confirmed.body);
  const [problem] = await problemsOf(visit, orderNo);
  assert.deepEqual([problem.state, problem.answer, problem.reply], ['answered', 'refund', null]);
});

test('an operator reports a problem for a customer, who sees it, and the timeline and the audit log name the operator', async () => {
  const { visit, ann, bob, cid } = await openWithOperators();
  await using _ = visit;
  const orderNo = await donePhoto(visit);
  const { id } = await visit.shop.order(orderNo);
  const body = { reason: 'wrong_choice', note: 'Wants a blue background, by phone.' };
  const refusedToViewer = await visit.send(cid, 'POST', `orders/${id}/problems`, body);
  assert.equal(refusedToViewer.statusCode, 403);
  const reported = await visit.send(bob, 'POST', `orders/${id}/problems`, body);
  assert.equal(reported.statusCode, 200, reported.body);
  const { problems, timeline } = reported.json();
  assert.deepEqual(
    [problems[0].state, problems[0].reason, problems[0].note],
    ['open', ...Object.values(body)],
  );
  const { actor } = timeline.find(({ kind }: { kind: string }) => kind === 'problem');
  assert.equal(actor, 'operator bob');
  const [seen] = await problemsOf(visit, orderNo);
  assert.deepEqual([seen.reason, seen.note], Object.values(body));
  assert.deepEqual(await topics(visit, ann), [`problem wrong_choice ${body.note}`]);
  const { entries } = (await visit.get(ann, 'audit_log?action=problem_reported')).json();
  assert.deepEqual(
    entries.map(({ operator, after }: { operator: string; after: object }) => [operator, after]),
    [['bob', { problem_id: problems[0].id, problem: 'wrong_choice' }]],
  );
  const again = await visit.send(bob, 'POST', `orders/${id}/problems`, body);
  assert.deepEqual(refused(again), [409, 'illegal_transition', 'problem_not_answered']);
  const remade = await visit.send(bob, 'POST', `problems/${problems[0].id}/remake`, { color: 'blue' });
  assert.equal(remade.statusCode, 200, remade.body);
  assert.equal(remade.json().problems[0].state, 'remaking');
});
