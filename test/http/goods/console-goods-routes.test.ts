/** The catalogue and the upload of icons in the console's API. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redAndBlue } from '../../imaging/pictures.ts';
import { assertProblem } from '../../support/assert-problem.ts';
import { type ConsoleApp, openConsoleApp } from '../../support/console-app.ts';

const good = {
  title: 'Postcard',
  summary: '',
  description: '',
  title_en: '',
  summary_en: '',
  description_en: '',
  title_zh: '',
  summary_zh: '',
  description_zh: '',
  icon: '/icons/colourise.svg',
  picture: '',
  price: 1200,
  member_price: null,
  sort: 15,
  funct_name: 'mark_order_zhaopianshangse',
  on_shelf: true,
};

test('an owner lists, adds and changes goods', async () => {
  await using bench = await openConsoleApp();
  const owner = await bench.signIn('owner');
  const list = await bench.call('GET', 'goods', owner);
  assert.equal(list.statusCode, 200);
  assert.deepEqual(Object.keys(list.json()), ['goods', 'kinds']);
  assert.equal(list.json().goods.length, 5);
  assert.deepEqual(Object.keys(list.json().kinds[0]), ['funct_name', 'summary']);

  const added = await bench.call('POST', 'goods', owner, good);
  assert.equal(added.statusCode, 201, added.body);
  const { id, version } = added.json();
  assert.deepEqual(added.json(), { id, ...good, version });

  const changed = await bench.call('POST', `goods/${id}`, owner, { ...good, price: 5, on_shelf: false });
  assert.equal(changed.statusCode, 200);
  const { version: later } = changed.json();
  assert.notEqual(later, version);
  assert.deepEqual(changed.json(), { id, ...good, price: 5, on_shelf: false, version: later });

  const { sort: _, ...unsorted } = good;
  const late = await bench.call('POST', `goods/${id}`, owner, { ...unsorted, version });
  assertProblem(late, 'illegal_transition');
  const again = await bench.call('POST', `goods/${id}`, owner, { ...unsorted, version: later });
  assert.deepEqual(again.json(), { id, ...good, version });
});

test('one call changes the positions of all goods', async () => {
  await using bench = await openConsoleApp();
  const owner = await bench.signIn('owner');
  const { goods } = (await bench.call('GET', 'goods', owner)).json();
  const ids: number[] = goods.map(({ id }: { id: number }) => id).reverse();
  const ordered = await bench.call('POST', 'goods_order', owner, { ids });
  assert.equal(ordered.statusCode, 200, ordered.body);
  assert.deepEqual(ordered.json().goods, (await bench.call('GET', 'goods', owner)).json().goods);
  assert.deepEqual(
    ordered.json().goods.map(({ id, sort }: { id: number; sort: number }) => [id, sort]),
    ids.map((id, index) => [id, 10 * (index + 1)]),
  );
  assertProblem(await bench.call('POST', 'goods_order', owner, { ids: ids.slice(1) }), 'illegal_transition');
  for (const wrong of [
    undefined,
    '1',
    [0],
    [[1]],
    ['x'],
    Array.from({ length: 1001 }, (_, index) => index + 1),
  ]) {
    const answer = await bench.call('POST', 'goods_order', owner, { ids: wrong });
    assert.equal(assertProblem(answer, 'invalid_parameters').errors?.[0]?.pointer, '/ids');
  }
  const support = await bench.signIn('support');
  assertProblem(await bench.call('POST', 'goods_order', support, { ids }), 'forbidden');
});

test('one call adds and changes several goods; with `check_only` it changes nothing', async () => {
  await using bench = await openConsoleApp();
  const owner = await bench.signIn('owner');
  const listed = async () => (await bench.call('GET', 'goods', owner)).json().goods;
  const [first, second] = await listed();
  const goods = [
    { ...first, price: first.price + 1 },
    { ...second, id: null, version: null },
    { ...second, title: ` ${second.title} ` },
  ];
  const before = await listed();
  const figures = { added: 1, changed: 1, unchanged: 1 };
  const checked = await bench.call('POST', 'goods_import', owner, { goods, check_only: true });
  assert.deepEqual([checked.statusCode, checked.json()], [200, figures]);
  assert.deepEqual(await listed(), before);
  const imported = await bench.call('POST', 'goods_import', owner, { goods });
  assert.deepEqual([imported.statusCode, imported.json()], [200, figures]);
  const after = await listed();
  assert.equal(after.length, before.length + 1);
  assert.equal(after[0].price, first.price + 1);
  const late = await bench.call('POST', 'goods_import', owner, { goods: [{ ...first, sort: 5 }] });
  const { detail, reason } = assertProblem(late, 'illegal_transition');
  assert.equal(reason, 'good_changed');
  assert.ok(detail.includes(`${first.id} (${first.title})`), detail);
  assert.deepEqual(await listed(), after);
});

test('an import with wrong goods changes nothing and names the position of each wrong good', async () => {
  await using bench = await openConsoleApp();
  const owner = await bench.signIn('owner');
  const before = (await bench.call('GET', 'goods', owner)).json().goods;
  const refused = async (goods: unknown) => {
    for (const check_only of [true, false]) {
      const answer = await bench.call('POST', 'goods_import', owner, { goods, check_only });
      const { errors = [] } = assertProblem(answer, 'invalid_parameters');
      assert.deepEqual((await bench.call('GET', 'goods', owner)).json().goods, before);
      if (!check_only) return errors.map(({ pointer, code }) => `${pointer} ${code}`);
    }
    return [];
  };
  const [known] = before;
  assert.deepEqual(
    await refused([good, { ...good, price: -1, title: 'x'.repeat(65) }, { ...good, sort: 'x' }]),
    ['/goods/1/title text_length', '/goods/1/price integer_range', '/goods/2/sort integer_range'],
  );
  const { sort: _, ...unsorted } = good;
  assert.deepEqual(
    await refused([
      good,
      { ...good, member_price: good.price + 1 },
      { ...good, id: 999 },
      known,
      known,
      { ...good, title: '  ' },
      unsorted,
    ]),
    [
      '/goods/1/member_price member_price_above_price',
      '/goods/2/id unknown_good',
      '/goods/4/id list_repeats',
      '/goods/5/title blank',
      '/goods/6/sort missing',
    ],
  );
  assert.deepEqual(
    await refused([good, { ...good, icon: '/icons/none.png' }, { ...known, picture: '/icons/none.webp' }]),
    ['/goods/1/icon unknown_icon', '/goods/2/picture unknown_icon'],
  );
  assert.deepEqual(await refused(Array.from({ length: 201 }, () => good)), ['/goods list_max']);
});

test('200 goods with the longest texts fit into one import', async () => {
  await using bench = await openConsoleApp();
  const owner = await bench.signIn('owner');
  const texts = Object.entries(good).flatMap(([name]) => {
    const length = { title: 64, summary: 200, description: 2000 }[name.split('_')[0] ?? ''];
    return length === undefined ? [] : [[name, '照'.repeat(length)]];
  });
  const goods = Array.from({ length: 200 }, () => ({ ...good, ...Object.fromEntries(texts) }));
  const answer = await bench.call('POST', 'goods_import', owner, { goods, check_only: true });
  assert.deepEqual([answer.statusCode, answer.json()], [200, { added: 200, changed: 0, unchanged: 0 }]);
});

test('each wrong field of a good is reported by its name', async () => {
  await using bench = await openConsoleApp();
  const owner = await bench.signIn('owner');
  const answer = await bench.call('POST', 'goods', owner, { ...good, title: '', price: -1, on_shelf: 'yes' });
  const problem = assertProblem(answer, 'invalid_parameters');
  assert.deepEqual(problem.errors?.map(({ pointer }) => pointer).sort(), ['/on_shelf', '/price', '/title']);
  const icon = await bench.call('POST', 'goods', owner, { ...good, icon: '/icons/none.png' });
  assert.deepEqual(assertProblem(icon, 'invalid_parameters').errors?.[0]?.pointer, '/icon');
  assertProblem(await bench.call('POST', 'goods/999', owner, good), 'unknown_item');
});

test('operators read goods, and only owners change them', async () => {
  await using bench = await openConsoleApp();
  assertProblem(await bench.call('GET', 'goods'), 'unauthenticated');
  const viewer = await bench.signIn('viewer');
  assert.equal((await bench.call('GET', 'goods', viewer)).statusCode, 200);
  assertProblem(await bench.call('POST', 'goods', viewer, good), 'forbidden');
  for (const check_only of [true, false]) {
    const answer = await bench.call('POST', 'goods_import', viewer, { goods: [good], check_only });
    assertProblem(answer, 'forbidden');
  }
  assertProblem(await upload(bench, viewer, await png()), 'forbidden');
});

async function png(): Promise<Buffer> {
  return redAndBlue(800, 600).png().toBuffer();
}

function upload(bench: ConsoleApp, headers: Record<string, string>, file: Buffer, field = 'file') {
  const boundary = 'edge-of-a-part';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="a.png"\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const type = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  return bench.call('POST', 'icons', { ...headers, ...type }, payload);
}

test('an uploaded icon is served without a credential, can be cached for a year, and cannot be run as a page or script', async () => {
  await using bench = await openConsoleApp();
  const owner = await bench.signIn('owner');
  const answer = await upload(bench, owner, await png());
  assert.equal(answer.statusCode, 201, answer.body);
  const { icon, width, height } = answer.json();
  assert.deepEqual([width, height], [512, 384]);
  for (const method of ['GET', 'HEAD'] as const) {
    const served = await bench.app.inject({ method, url: icon });
    assert.equal(served.statusCode, 200);
    assert.equal(served.headers['content-type'], 'image/png');
    assert.equal(served.headers['x-content-type-options'], 'nosniff');
    assert.equal(served.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(served.headers['content-disposition'], `inline; filename="${icon.slice('/icons/'.length)}"`);
    assert.match(String(served.headers['content-security-policy']), /^default-src 'none';.* sandbox$/);
    if (method === 'GET') {
      assert.equal(served.rawPayload.subarray(1, 4).toString(), 'PNG');
      assert.equal(Number(served.headers['content-length']), served.rawPayload.length);
    }
  }
  const used = await bench.call('POST', 'goods', owner, { ...good, icon });
  assert.equal(used.statusCode, 201, used.body);
});

test('the built-in icons are served, and unknown names are 404', async () => {
  await using bench = await openConsoleApp();
  const builtIn = await bench.app.inject('/icons/vip.svg');
  assert.equal(builtIn.statusCode, 200);
  assert.match(String(builtIn.headers['content-type']), /svg/);
  for (const name of ['none.png', '0123456789abcdefghjkmnpqr.png', '..%2fuploads%2fx.jpg', 'a%00b.png']) {
    assert.equal((await bench.app.inject(`/icons/${name}`)).statusCode, 404, name);
  }
});

test('an SVG, a damaged, an oversized and a missing file are refused', async () => {
  await using bench = await openConsoleApp();
  const owner = await bench.signIn('owner');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  assertProblem(await upload(bench, owner, svg), 'unusable_image');
  assertProblem(await upload(bench, owner, (await png()).subarray(0, 200)), 'unusable_image');
  assertProblem(await upload(bench, owner, Buffer.alloc(1_000_001)), 'body_too_large');
  assertProblem(await upload(bench, owner, Buffer.alloc(2_000_000)), 'body_too_large');
  assertProblem(await bench.call('POST', 'icons', owner), 'invalid_parameters');
  const json = { ...owner, 'content-type': 'application/json' };
  assertProblem(await bench.call('POST', 'icons', json, '{}'), 'unsupported_media_type');
});

test('an icon upload from another site is refused', async () => {
  await using bench = await openConsoleApp();
  const { 'x-csrf-token': _, ...owner } = await bench.signIn('owner');
  assertProblem(await upload(bench, owner, await png()), 'forbidden');
  assertProblem(await upload(bench, { ...owner, 'sec-fetch-site': 'cross-site' }, await png()), 'forbidden');
});
