/** The download of everything that the shop stores about a customer. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openConsole } from '../../support/console-visit.ts';

test('the download contains each picture of an order once, also the one that a new picture replaced', async () => {
  await using visit = await openConsole();
  const { shop } = visit;
  await visit.addOperator('admin', 'owner');
  const owner = await visit.signIn('admin');
  const orderNo = await shop.paidColourise();
  await shop.drain();
  const { id, userId } = await shop.order(orderNo);
  const pictures = async () => {
    const names: string[] = [];
    const { files } = await shop.service.exportMine({ kind: 'guest', userId });
    for await (const { name } of files) if (name.startsWith('pictures/')) names.push(name);
    return names;
  };
  const caller = { kind: 'anonymous' } as const;
  await shop.service.reportProblem({
    caller,
    orderNo,
    reason: 'colours',
    note: null,
    area: null,
    requestId: 'r',
  });
  assert.deepEqual(await pictures(), [`pictures/${orderNo}.jpg`]);
  const [problem] = await shop.store.read.problems.ofOrder(id);
  const answer = await visit.send(owner, 'POST', `problems/${problem?.id}/remake`, {});
  assert.equal(answer.statusCode, 200, answer.body);
  await shop.drain();
  assert.deepEqual(await pictures(), [`pictures/${orderNo}.jpg`, `pictures/${orderNo}-former-1.jpg`]);
});
