/** An operator moves everything of a guest to a signed-in user, in the console's API, on both databases. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openConsole } from '../../support/console-visit.ts';
import { openPglite, openSqlite } from '../../support/databases.ts';

for (const [name, open] of [
  ['SQLite', openSqlite],
  ['PostgreSQL', openPglite],
] as const) {
  test(`orders, months and notes of a guest move to the signed-in user, on ${name}`, async () => {
    await using visit = await openConsole({ open, settings: { eventsUrl: null } });
    const { shop, send, get } = visit;
    await visit.addOperator('ann', 'owner');
    await visit.addOperator('cid', 'viewer');
    const vipNo = await shop.placeVip();
    await shop.pay(vipNo);
    await shop.drain();
    const { userId: guest } = await shop.order(vipNo);
    const now = shop.clock.now();
    const { id: user } = await shop.store.transaction((tx) =>
      tx.members.insertUserOfSubject('https://id.example', 'lee@example.com', now),
    );
    const [ann, cid] = [await visit.signIn('ann'), await visit.signIn('cid')];
    await send(ann, 'POST', 'notes', { target_kind: 'user', target_id: guest, text: 'Pays by card.' });
    const before = (await get(ann, `users/${guest}`)).json();
    assert.deepEqual([before.orders, before.spent], [1, [{ currency: 'CNY', amount: 1990, orders: 1 }]]);
    assert.equal(before.last_order_at, new Date((await shop.order(vipNo)).createdAt).toISOString());

    const body = { into: user, reason: 'The customer signed in later.' };
    assert.equal((await send(cid, 'POST', `users/${guest}/merge`, body)).statusCode, 403);
    for (const [from, into] of [
      [user, user],
      [guest, guest],
      [user, guest],
    ]) {
      const refused = await send(ann, 'POST', `users/${from}/merge`, { ...body, into });
      assert.equal(refused.json().reason, 'merge_needs_guest_and_user', refused.body);
    }
    const merged = await send(ann, 'POST', `users/${guest}/merge`, body);
    assert.equal(merged.statusCode, 200, merged.body);
    const after = merged.json();
    assert.deepEqual([after.id, after.orders, after.is_member, after.grants.length], [user, 1, true, 1]);
    assert.equal((await shop.order(vipNo)).userId, user);
    const left = (await get(ann, `users/${guest}`)).json();
    assert.deepEqual([left.orders, left.is_member, left.spent, left.last_order_at], [0, false, [], null]);
    const { notes } = (await get(ann, `notes?target_kind=user&target_id=${user}`)).json();
    assert.deepEqual(
      notes.map(({ text }: { text: string }) => text),
      ['Pays by card.'],
    );
    const { entries } = (await get(ann, 'audit_log?action=guest_merged')).json();
    assert.deepEqual(
      entries.map((entry: { target_id: string; reason: string; after: object }) => [
        entry.target_id,
        entry.reason,
        entry.after,
      ]),
      [[String(guest), body.reason, { merged_into: user }]],
    );
    assert.deepEqual(await shop.audit().then(({ problems }) => problems), []);
  });
}
