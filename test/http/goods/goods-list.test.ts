/** `goods_list` in the customer's language, with the texts that an operator wrote in the console. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openConsoleApp } from '../../support/console-app.ts';
import { shopApp } from '../../support/shop-app.ts';

const good = {
  title: 'Fotoabzug',
  summary: 'Auf Papier',
  description: 'Erste Zeile\nZweite Zeile',
  title_en: 'Photo print',
  summary_en: 'On paper',
  description_en: 'First line\nSecond line',
  title_zh: '照片冲印',
  icon: '/icons/colourise.svg',
  price: 1200,
  sort: 1,
  funct_name: 'mark_order_zhaopianshangse',
  on_shelf: true,
};

type ShopApp = ReturnType<typeof shopApp>;

function listIn({ call }: ShopApp, language?: string) {
  return call('goods_list', {}, language === undefined ? {} : { 'accept-language': language });
}

const defaultTexts = ['照片上色', '一寸照', '会员'];

test('without Accept-Language, or if it accepts neither English nor Chinese, goods_list returns the seven fields with the texts that the operator wrote for all languages', async () => {
  await using bench = await openConsoleApp();
  await using customers = shopApp(bench.shop);
  const untouched = (await listIn(customers)).body;
  assert.equal(
    untouched.slice(0, untouched.indexOf('}') + 1),
    '[{"id":1,"title":"照片上色","summary":"让黑白老照片重现色彩","icon":"/icons/colourise.svg","price":990,"sort":10,"funct_name":"mark_order_zhaopianshangse"}',
  );
  const owner = await bench.signIn('owner');
  assert.equal((await bench.call('POST', 'goods', owner, good)).statusCode, 201);
  const plain = await listIn(customers);
  assert.equal(plain.headers.vary, 'accept-language');
  for (const language of ['fr-FR, de;q=0.5', '*', 'en;q=0']) {
    assert.equal((await listIn(customers, language)).body, plain.body, language);
  }
  const [first, ...others] = plain.json();
  assert.deepEqual(Object.keys(first), ['id', 'title', 'summary', 'icon', 'price', 'sort', 'funct_name']);
  assert.deepEqual([first.title, first.summary], [good.title, good.summary]);
  assert.deepEqual(
    others.map(({ title }: { title: string }) => title),
    defaultTexts,
  );
});

test('goods_list returns texts in the language that Accept-Language weights highest, and the good’s own text where a translation is empty', async () => {
  await using bench = await openConsoleApp();
  await using customers = shopApp(bench.shop);
  const owner = await bench.signIn('owner');
  assert.equal((await bench.call('POST', 'goods', owner, good)).statusCode, 201);
  const textsIn = async (language: string) => {
    const list = (await listIn(customers, language)).json();
    return list.map(({ title, summary }: { title: string; summary: string }) => [title, summary]);
  };
  const english = await textsIn('zh;q=0.5, en-GB');
  assert.deepEqual(english[0], ['Photo print', 'On paper']);
  // The texts of a good of the default catalogue that no operator has changed.
  assert.deepEqual(english[1], ['Photo colourisation', 'Brings black-and-white photos back to colour']);
  const chinese = await textsIn('en;q=0.3, zh-TW;q=0.9');
  assert.deepEqual(chinese[0], ['照片冲印', 'Auf Papier']);
  assert.deepEqual(chinese[1], ['照片上色', '让黑白老照片重现色彩']);
});

test('the shop’s configuration contains the picture of each good and its description in the customer’s language', async () => {
  await using bench = await openConsoleApp();
  await using customers = shopApp(bench.shop);
  const owner = await bench.signIn('owner');
  const { id } = (await bench.call('POST', 'goods', owner, good)).json();
  const shownIn = async (language: string) =>
    (await customers.app.inject({ url: '/shop/config', headers: { 'accept-language': language } })).json()
      .goods[id];
  assert.deepEqual(await shownIn('en'), { description: good.description_en, picture: '' });
  assert.deepEqual(await shownIn('zh'), { description: good.description, picture: '' });
});

test('a change that names no translation keeps the translations, a blank translation is removed, and the audit log records each change', async () => {
  await using bench = await openConsoleApp();
  const owner = await bench.signIn('owner');
  const { id } = (await bench.call('POST', 'goods', owner, good)).json();
  const { title, summary, icon, price, sort, funct_name, on_shelf } = good;
  const former = { title, summary, icon, price, sort, funct_name, on_shelf };
  const kept = (await bench.call('POST', `goods/${id}`, owner, { ...former, price: 1300 })).json();
  assert.deepEqual(
    [kept.description, kept.title_en, kept.description_en, kept.title_zh, kept.summary_zh],
    [good.description, good.title_en, good.description_en, good.title_zh, ''],
  );
  const changed = await bench.call('POST', `goods/${id}`, owner, {
    ...former,
    title_en: ' ',
    title_zh: '冲印',
  });
  assert.deepEqual([changed.json().title_en, changed.json().summary_en], ['', good.summary_en]);
  const { entries } = (await bench.call('GET', `audit_log?target_kind=good&target_id=${id}`, owner)).json();
  assert.deepEqual(entries[0].before, { title_en: good.title_en, title_zh: good.title_zh, price: 1300 });
  assert.deepEqual(entries[0].after, { title_en: '', title_zh: '冲印', price: 1200 });
  const long = await bench.call('POST', `goods/${id}`, owner, { ...former, title_en: 'x'.repeat(65) });
  assert.equal(long.json().errors[0].pointer, '/title_en');
});
