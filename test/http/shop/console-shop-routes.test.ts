/** Tests that owners change the settings of the shop and that the service uses them at once. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProblem } from '../../support/assert-problem.ts';
import { type ConsoleApp, openConsoleApp } from '../../support/console-app.ts';
import { shopApp } from '../../support/shop-app.ts';

interface Setting {
  readonly name: string;
  readonly value: unknown;
  readonly source: string;
  readonly fallback: unknown;
  readonly variable: string | null;
  readonly changed_by: string | null;
}

type Headers = Record<string, string>;

async function settingOf(bench: ConsoleApp, headers: Headers, name: string): Promise<Setting | undefined> {
  const { settings } = (await bench.call('GET', 'settings', headers)).json<{ settings: Setting[] }>();
  return settings.find((one) => one.name === name);
}

test('after an owner sets or resets a setting, the list shows its source and its author, and the audit log has both values', async () => {
  await using bench = await openConsoleApp();
  const owner = await bench.signIn('owner');
  const before = await settingOf(bench, owner, 'result_kept_days');
  assert.deepEqual(
    [before?.value, before?.source, before?.variable, before?.changed_by],
    [7, 'built_in', 'RESULT_KEPT_DAYS', null],
  );
  const changed = await bench.call('POST', 'settings', owner, { result_kept_days: 3, shop_name: ' Corner ' });
  assert.equal(changed.statusCode, 200, changed.body);
  const after = await settingOf(bench, owner, 'result_kept_days');
  assert.deepEqual(
    [after?.value, after?.source, after?.fallback, after?.changed_by],
    [3, 'console', 7, 'owner-1'],
  );
  assert.equal((await settingOf(bench, owner, 'shop_name'))?.value, 'Corner');
  const reset = await bench.call('POST', 'settings', owner, { reset: ['result_kept_days'] });
  assert.equal(reset.statusCode, 200, reset.body);
  assert.equal((await settingOf(bench, owner, 'result_kept_days'))?.source, 'built_in');
  const { entries } = (await bench.call('GET', 'audit_log?action=settings_changed', owner)).json();
  assert.deepEqual(
    entries.map(({ before: former, after: latter }: { before: object; after: object }) => [former, latter]),
    [
      [{ result_kept_days: 3 }, { result_kept_days: 7 }],
      [
        { shop_name: '', result_kept_days: 7 },
        { shop_name: 'Corner', result_kept_days: 3 },
      ],
    ],
  );
});

test('a call that changes no setting writes no entry to the audit log', async () => {
  await using bench = await openConsoleApp();
  const owner = await bench.signIn('owner');
  await bench.call('POST', 'settings', owner, { orders_open: true, reset: ['shop_name'] });
  const { entries } = (await bench.call('GET', 'audit_log?action=settings_changed', owner)).json();
  assert.deepEqual(entries, []);
});

test('a change with an outdated version of the settings is refused', async () => {
  await using bench = await openConsoleApp();
  const owner = await bench.signIn('owner');
  const { version } = (await bench.call('GET', 'settings', owner)).json();
  assert.equal((await bench.call('POST', 'settings', owner, { shop_name: 'One', version })).statusCode, 200);
  const late = await bench.call('POST', 'settings', owner, { shop_name: 'Two', version });
  assert.equal(assertProblem(late, 'illegal_transition').reason, 'settings_changed');
  assert.equal((await settingOf(bench, owner, 'shop_name'))?.value, 'One');
});

test('viewers can read the settings, and only owners can change them', async () => {
  await using bench = await openConsoleApp();
  const viewer = await bench.signIn('viewer');
  assert.equal((await bench.call('GET', 'settings', viewer)).statusCode, 200);
  for (const role of ['viewer', 'support'] as const) {
    const headers = role === 'viewer' ? viewer : await bench.signIn(role);
    assertProblem(await bench.call('POST', 'settings', headers, { shop_name: 'Mine' }), 'forbidden');
  }
});

test('a wrong value is refused with the name of its field, and no other setting of the call is stored', async () => {
  await using bench = await openConsoleApp();
  const owner = await bench.signIn('owner');
  for (const [name, value, code] of [
    ['accent', '#ffcc00', 'low_contrast'],
    ['accent', 'red', 'not_a_colour'],
    ['terms_url', 'javascript:alert(1)', 'not_a_web_address'],
    ['privacy_url', 'shop.example', 'not_a_web_address'],
    ['logo', '/icons/none.png', 'unknown_icon'],
    ['logo', 'https://other.example/logo.png', 'unknown_icon'],
    ['result_kept_days', 0, 'integer_range'],
    ['shop_name', 'x'.repeat(41), 'text_length'],
    ['orders_open', 'perhaps', 'not_a_flag'],
  ] as const) {
    const answer = await bench.call('POST', 'settings', owner, { contact: 'me@shop.example', [name]: value });
    const [error] = assertProblem(answer, 'invalid_parameters').errors ?? [];
    assert.deepEqual([error?.pointer, error?.code], [`/${name}`, code], String(value));
  }
  assert.equal((await settingOf(bench, owner, 'contact'))?.source, 'built_in');
});

test('a closed shop refuses new orders, answers a repeated call of an earlier order with the stored response, and takes orders again once it is open', async () => {
  await using bench = await openConsoleApp();
  await using customers = shopApp(bench.shop);
  const owner = await bench.signIn('owner');
  const key = { 'idempotency-key': 'a-key-of-at-least-22-characters' };
  const placed = await customers.call('mark_order_vip', { goods_id: 3, num: 1 }, key);
  assert.equal(placed.statusCode, 200, placed.body);
  assert.equal((await bench.call('POST', 'settings', owner, { orders_open: false })).statusCode, 200);
  const refused = await customers.call('mark_order_vip', { goods_id: 3, num: 2 });
  assert.equal(assertProblem(refused, 'unavailable').reason, 'shop_closed');
  const repeated = await customers.call('mark_order_vip', { goods_id: 3, num: 1 }, key);
  assert.equal(repeated.json().order_no, placed.json().order_no);
  await bench.call('POST', 'settings', owner, { reset: ['orders_open'] });
  assert.equal((await customers.call('mark_order_vip', { goods_id: 3, num: 2 })).statusCode, 200);
});

test('the retention times that an owner sets in the console replace those of the environment at once', async () => {
  await using bench = await openConsoleApp();
  const { settings } = bench.shop.deps;
  const owner = await bench.signIn('owner');
  const hourMs = 3_600_000;
  assert.equal(settings.uploadKeptMs, 24 * hourMs);
  await bench.call('POST', 'settings', owner, {
    ...{ upload_kept_hours: 2, result_kept_days: 1, member_result_kept_days: 5, unpaid_orders_kept_days: 9 },
  });
  assert.deepEqual(
    [settings.uploadKeptMs, settings.resultKeptMs, settings.memberResultKeptMs, settings.unpaidOrdersKeptMs],
    [2 * hourMs, 24 * hourMs, 5 * 24 * hourMs, 9 * 24 * hourMs],
  );
  await bench.call('POST', 'settings', owner, { unpaid_orders_kept_days: 0 });
  assert.equal(settings.unpaidOrdersKeptMs, null);
});

test('the next picture has the IPTC source type and the AI label that an owner chose for pictures, and a reset restores the defaults', async () => {
  await using bench = await openConsoleApp();
  const { settings } = bench.shop.deps;
  const owner = await bench.signIn('owner');
  const usual = { sourceType: 'algorithmicallyEnhanced', isAiMade: false };
  assert.deepEqual(settings.aiLabels.idPhoto, usual);
  const ofRestored = { sourceType: 'compositeWithTrainedAlgorithmicMedia', isAiMade: true };
  assert.deepEqual(settings.aiLabels.restored, ofRestored);
  const restored = { source_type_restored: 'algorithmicallyEnhanced', ai_label_restored: false };
  const chosen = { source_type_id_photo: 'none', ai_label_id_photo: true, ...restored };
  assert.equal((await bench.call('POST', 'settings', owner, chosen)).statusCode, 200);
  assert.deepEqual(settings.aiLabels.idPhoto, { sourceType: 'none', isAiMade: true });
  assert.deepEqual(settings.aiLabels.restored, usual);
  assert.deepEqual(settings.aiLabels.colourised, ofRestored, 'colourised photos have a choice of their own');
  assertProblem(
    await bench.call('POST', 'settings', owner, { source_type_id_photo: 'digitalCapture' }),
    'invalid_parameters',
  );
  await bench.call('POST', 'settings', owner, { reset: Object.keys(chosen) });
  assert.deepEqual(settings.aiLabels.idPhoto, usual);
  assert.deepEqual(settings.aiLabels.restored, ofRestored);
});
