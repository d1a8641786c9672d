/** A session or an API token that ends while the body of a call arrives no longer changes anything. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionCaller } from '../../../src/usecases/callers/caller.ts';
import { createApiToken } from '../../../src/usecases/operators/api-tokens.ts';
import { addOperator, resetPassword } from '../../../src/usecases/operators/manage-operators.ts';
import { changePassword } from '../../../src/usecases/operators/sessions.ts';
import { code } from '../../support/app-error.ts';
import { type ConsoleVisit, openConsole } from '../../support/console-visit.ts';

async function openTwoOwners() {
  const visit = await openConsole();
  const { shop } = visit;
  const anna = await visit.addOperator('anna', 'owner');
  await visit.addOperator('bert', 'owner');
  const annaVisitor = await visit.signIn('anna');
  const bertVisitor = await visit.signIn('bert');
  const [session] = await shop.store.read.sessions.ofOperator(anna.id);
  assert.ok(session !== undefined);
  const { operator, id: sessionId, provenAt } = session;
  const caller: SessionCaller = {
    kind: 'operator',
    operator,
    sessionId,
    provenAt,
    address: '192.0.2.1',
    requestId: 'r1',
  };
  const resetAnna = () =>
    shop.store.transaction(async (tx) => {
      await tx.sessions.endAllOf(anna.id, null);
      await tx.apiTokens.removeAllOf(anna.id);
    });
  return {
    visit,
    anna,
    annaVisitor,
    bertVisitor,
    caller,
    resetAnna,
    [Symbol.asyncDispose]: () => visit[Symbol.asyncDispose](),
  };
}

/** Calls `then` after the credential of the next call was found, as if the body of the call arrived after `then`. */
function afterNextLookUp(
  { shop }: ConsoleVisit,
  part: 'sessions' | 'apiTokens',
  then: () => Promise<unknown>,
) {
  const reads = shop.store.read[part];
  const { byDigest } = reads;
  const restored = { byDigest };
  Object.assign(reads, {
    byDigest: async (digest: string) => {
      Object.assign(reads, restored);
      const found = await byDigest(digest);
      await then();
      return found;
    },
  });
}

for (const [method, path, payload] of [
  ['POST', 'api_tokens', { name: 'script', role: 'owner', days: 366 }],
  ['POST', 'operators', { name: 'mallory', role: 'owner', password: 'a fresh password 77' }],
  ['POST', 'settings', { shop_name: 'Another' }],
] as const) {
  test(`${path}: a call whose session ended before its body arrived is refused`, async () => {
    await using two = await openTwoOwners();
    const { visit, annaVisitor } = two;
    afterNextLookUp(visit, 'sessions', two.resetAnna);
    const answer = await visit.send(annaVisitor, method, path, payload);
    assert.equal(answer.statusCode, 401, answer.body);
    assert.equal(answer.json().reason, 'sign_in_required');
  });
}

test('a call whose API token was revoked before its body arrived is refused', async () => {
  await using two = await openTwoOwners();
  const { visit, annaVisitor } = two;
  const made = await visit.send(annaVisitor, 'POST', 'api_tokens', { name: 'x', role: 'owner', days: 1 });
  const authorization = `Bearer ${made.json().secret}`;
  const rename = () =>
    visit.app.inject({
      method: 'POST',
      url: '/admin/api/settings',
      payload: { shop_name: 'Another' },
      headers: { authorization },
    });
  assert.equal((await rename()).statusCode, 200);
  afterNextLookUp(visit, 'apiTokens', two.resetAnna);
  assert.equal((await rename()).statusCode, 401);
});

for (const path of ['icons', 'good_pictures']) {
  test(`${path}: an upload whose session ended while its file arrived is refused, and nothing is stored`, async () => {
    await using two = await openTwoOwners();
    const { visit, annaVisitor } = two;
    const upload = () => {
      const payload =
        '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nbytes\r\n--edge--\r\n';
      return visit.app.inject({
        method: 'POST',
        url: `/admin/api/${path}`,
        payload,
        headers: {
          cookie: annaVisitor.cookie,
          'x-csrf-token': annaVisitor.token,
          'sec-fetch-site': 'same-origin',
          'content-type': 'multipart/form-data; boundary=edge',
        },
      });
    };
    const kept = await upload();
    assert.equal(kept.statusCode, 201, kept.body);
    const before = visit.shop.disk.stored.size;
    // The second check of the session ends before the body of an upload is read.
    afterNextLookUp(visit, 'sessions', async () => afterNextLookUp(visit, 'sessions', two.resetAnna));
    const refused = await upload();
    assert.equal(refused.statusCode, 401, refused.body);
    assert.equal(visit.shop.disk.stored.size, before);
  });
}

test('changes of accounts and tokens check the session in their transaction', async () => {
  await using two = await openTwoOwners();
  const { visit, caller, anna } = two;
  const { deps } = visit.shop;
  await two.resetAnna();
  const token = { name: 'script', role: 'viewer', days: 1, digest: 'd' } as const;
  await assert.rejects(createApiToken(deps, caller, token), code('unauthenticated'));
  const mallory = { name: 'mallory', role: 'owner', password: 'a fresh password 77' } as const;
  await assert.rejects(addOperator(deps, caller, mallory), code('unauthenticated'));
  const { operators } = visit.shop.store.read;
  const bert = await operators.byName('bert');
  assert.ok(bert !== undefined);
  await assert.rejects(resetPassword(deps, caller, bert.id, null), code('unauthenticated'));
  const change = { oldPassword: 'password of anna', newPassword: 'a fresh password 77', client: '192.0.2.1' };
  await assert.rejects(changePassword(deps, caller, change), code('unauthenticated'));
  assert.equal((await operators.byId(anna.id))?.passwordHash, caller.operator.passwordHash);
  assert.deepEqual(await visit.shop.store.read.apiTokens.ofOperator(null), []);
});

test('an operator whose role was lowered meanwhile can no longer add operators or make a token of the former role', async () => {
  await using two = await openTwoOwners();
  const { visit, caller, bertVisitor, anna } = two;
  const lowered = await visit.send(bertVisitor, 'POST', `operators/${anna.id}`, { role: 'viewer' });
  assert.equal(lowered.statusCode, 200, lowered.body);
  const { deps } = visit.shop;
  const mallory = { name: 'mallory', role: 'owner', password: 'a fresh password 77' } as const;
  await assert.rejects(addOperator(deps, caller, mallory), code('forbidden'));
  const token = { name: 'script', role: 'owner', days: 1, digest: 'd' } as const;
  await assert.rejects(createApiToken(deps, caller, token), code('forbidden'));
});
