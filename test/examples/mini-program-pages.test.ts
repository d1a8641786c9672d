/** The pages of the sample mini program with the service in the same process: consent, sizes, texts and the wait. */

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Photokiosk } from '../../client/src/photokiosk.ts';
import type { Wx } from '../../client/src/wechat-transport.ts';
import { sizeNames } from '../../src/domain/goods/choice-names.ts';
import { goodKinds } from '../../src/domain/goods/kinds.ts';
import { photoWarnings } from '../../src/domain/goods/photo-check.ts';
import { changeGood } from '../../src/usecases/goods/catalogue.ts';
import { imageRefusals } from '../../src/usecases/ports/image-work.ts';
import { changeShopSettings } from '../../src/usecases/shop/change-shop-settings.ts';
import { headerTokens } from '../support/deps.ts';
import { multipartBody } from '../support/http-forms.ts';
import { openShop, operator, type Shop } from '../support/shop.ts';
import { shopApp } from '../support/shop-app.ts';
import { type OpenPage, startMiniProgram, tap } from './mini-program-runtime.ts';

const sample = fileURLToPath(new URL('../../examples/mini-program/', import.meta.url));
const publicUrl = 'https://shop.test';

async function openProgram() {
  const shop = await openShop({ wrap: (deps) => ({ ...deps, tokens: headerTokens }) });
  const { app } = shopApp(shop);
  /** The operations that the mini program called, in this order. */
  const called: string[] = [];
  const stored = new Map<string, unknown>();
  const visited: string[] = [];
  let isClosed = false;

  function send(
    url: string,
    headers: Readonly<Record<string, string>>,
    payload: string,
    { success, fail }: Pick<Parameters<Wx['request']>[0], 'success' | 'fail'>,
  ): void {
    const path = url.replace(publicUrl, '');
    // A page that does not stop to poll must not keep the process of the tests running.
    if (isClosed) return;
    called.push(path.replace(/^.*\//, ''));
    app.inject({ method: 'POST', url: path, headers: { ...headers }, payload }).then(
      ({ statusCode, body, headers: sent }) =>
        success({ statusCode, data: body, header: sent as Record<string, string> }),
      () => fail({ errMsg: 'request:fail' }),
    );
  }

  const wx = {
    request: ({ url, header, data = '', ...ends }: Parameters<Wx['request']>[0]) =>
      send(url, header, data, ends),
    uploadFile({ url, header, ...ends }: Parameters<Wx['uploadFile']>[0]) {
      const { headers, payload } = multipartBody([['name="file"; filename="a.jpg"', 'jpeg']]);
      send(url, { ...header, ...headers }, payload, ends);
    },
    getRandomValues: ({ length, success }: Parameters<Wx['getRandomValues']>[0]) =>
      success({ randomValues: crypto.getRandomValues(new Uint8Array(length)).buffer }),
    getStorageSync: (key: string) => stored.get(key) ?? '',
    setStorageSync: (key: string, value: unknown) => void stored.set(key, value),
    login: async () => ({ code: 'code of ada' }),
    chooseMedia: async () => ({ tempFiles: [{ tempFilePath: 'photo.jpg' }] }),
    navigateTo: ({ url }: { readonly url: string }) => void visited.push(url),
    redirectTo: ({ url }: { readonly url: string }) => void visited.push(url),
    showModal: async () => ({ confirm: true }),
  };
  const configuration = { baseUrl: publicUrl, providers: ['wechat'], readyTemplateId: '', contact: '' };
  return {
    ...startMiniProgram(sample, wx, configuration),
    shop,
    called,
    visited,
    /** @returns the page for the photo of this good. */
    upload(this: { open(address: string): Promise<OpenPage> }, functName: string, goodsId: number) {
      return this.open(`/pages/upload/upload?goods_id=${goodsId}&funct_name=${functName}`);
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      await app.close();
      await shop[Symbol.asyncDispose]();
    },
  };
}

/** Puts every good on sale. @returns the id of the good that this operation orders. */
async function sellEverything({ deps, store }: Shop): Promise<(functName: string) => number> {
  const goods = await store.read.goods.all();
  for (const { id, ...fields } of goods) {
    await changeGood(deps, operator, id, {
      ...fields,
      onShelf: true,
      isUnchanged: null,
    });
  }
  const ids = new Map(goods.map(({ functName, id }) => [functName, id]));
  return (functName) => ids.get(functName) ?? assert.fail(`no good ${functName}`);
}

const askForConsent = ({ deps }: Shop, values: object = { face_consent: true }) =>
  changeShopSettings(deps, operator, { values, resets: [], isUnchanged: null });

describe('the list of goods', () => {
  it('shows every good of the service, and each can be ordered with its form', async () => {
    await using program = await openProgram();
    const idOf = await sellEverything(program.shop);
    const list = await program.open('/pages/goods/goods');
    const shown = (list.data.goods as { readonly funct_name: string }[]).map((good) => good.funct_name);
    assert.deepEqual(shown.toSorted(), goodKinds.map(({ functName }) => functName).toSorted());
    for (const functName of shown) {
      await list.run('onChoose', tap({ id: idOf(functName), functName }));
      const next = program.visited.at(-1) ?? '';
      if (functName === 'mark_order_vip') continue;
      const page = await program.open(next);
      await page.run('onPick');
      assert.deepEqual([functName, page.data.problem], [functName, '']);
      await page.run('onOrder');
      assert.match(program.visited.at(-1) ?? '', /^\/pages\/order\/order\?order_no=\w+$/);
    }
  });

  it('leaves out a good whose form the mini program does not have', async () => {
    await using program = await openProgram();
    const { canOrder } = program.module('forms.js');
    assert.equal(canOrder?.('mark_order_of_a_later_release'), false);
  });
});

describe('the list of orders', () => {
  it('shows the newest 20 orders, and earlier ones at its end, also after a return to it', async () => {
    await using program = await openProgram();
    const idOf = await sellEverything(program.shop);
    const funct_name = 'mark_order_vip';
    const { whenSignedIn } = program.module('shop.js');
    const order = (shop: Photokiosk<string>) => shop.order({ id: idOf(funct_name), funct_name });
    for (let placed = 0; placed < 45; placed++) await whenSignedIn?.(order);
    const list = await program.open('/pages/orders/orders');
    const numbers = () => (list.data.orders as { readonly orderNo: string }[]).map(({ orderNo }) => orderNo);
    assert.equal(numbers().length, 20);
    // A list that is dragged at its end asks twice.
    await Promise.all([list.run('onReachBottom'), list.run('onReachBottom')]);
    assert.equal(numbers().length, 40);
    await list.run('onReachBottom');
    await list.run('onReachBottom');
    assert.equal(new Set(numbers()).size, 45);
    await list.run('onShow');
    assert.equal(new Set(numbers()).size, 45);
  });
});

describe('the sizes of an ID photo', () => {
  it('are those of the service, with their Chinese names', async () => {
    await using program = await openProgram();
    const { sizes } = program.module('forms.js') as unknown as {
      readonly sizes: readonly { readonly value: string; readonly text: string }[];
    };
    assert.deepEqual(Object.fromEntries(sizes.map(({ value, text }) => [value, text])), sizeNames.zh);
  });

  it('can be changed after the check of the photo, which is then checked again and ordered in this size', async () => {
    await using program = await openProgram();
    const idOf = await sellEverything(program.shop);
    const page = await program.upload('mark_order_id_photo', idOf('mark_order_id_photo'));
    await page.run('onSize', { detail: { value: '2' } });
    assert.ok(!program.called.includes('check_photo'), 'there is no photo to check yet');
    await page.run('onPick');
    await page.run('onSize', { detail: { value: '12' } });
    const checks = program.called.filter((name) => name === 'check_photo');
    assert.equal(checks.length, 2);
    await page.run('onOrder');
    const orderNo = /order_no=(\w+)/.exec(program.visited.at(-1) ?? '')?.[1] ?? '';
    assert.deepEqual((await program.shop.order(orderNo)).details.size, 'us_visa');
  });

  it('and the photo cannot be changed while the order is being placed, so that one order is placed', async () => {
    await using program = await openProgram();
    const idOf = await sellEverything(program.shop);
    const page = await program.upload('mark_order_id_photo', idOf('mark_order_id_photo'));
    await page.run('onPick');
    const before = program.called.length;
    const ordering = page.run('onOrder');
    await Promise.all([page.run('onSize', { detail: { value: '3' } }), page.run('onPick')]);
    await page.run('onOrder');
    await ordering;
    assert.deepEqual(program.called.slice(before), ['mark_order_id_photo']);
    assert.equal(page.data.sizeIndex, 0);
  });
});

describe('a shop that requires the consent to process faces', () => {
  it('shows its text before the first photo, and takes the photo after the customer has agreed', async () => {
    await using program = await openProgram();
    await askForConsent(program.shop);
    const page = await program.upload('mark_order_zhaopianshangse', 1);
    const consent = page.data.consent as { readonly text: string };
    assert.match(consent.text, /照片/);
    await page.run('onConsent');
    assert.equal(page.data.consent, null);
    await page.run('onPick');
    assert.equal(page.data.problem, '');
    assert.match(String(page.data.path), /^uploads\//);
    const again = await program.upload('mark_order_zhaopianshangse', 1);
    assert.equal(again.data.consent, null);
  });

  it('that begins to require it while the page is open, shows its text and goes on with the photo that was picked', async () => {
    await using program = await openProgram();
    const page = await program.upload('mark_order_zhaopianshangse', 1);
    assert.equal(page.data.consent, null);
    await askForConsent(program.shop);
    await page.run('onPick');
    assert.equal(page.data.problem, '');
    assert.notEqual(page.data.consent, null);
    await page.run('onConsent');
    assert.match(String(page.data.path), /^uploads\//);
  });

  it('shows the new text if it has changed before the customer agrees', async () => {
    await using program = await openProgram();
    await askForConsent(program.shop);
    const page = await program.upload('mark_order_zhaopianshangse', 1);
    await askForConsent(program.shop, { face_consent_zh: '新的说明' });
    await page.run('onConsent');
    assert.deepEqual(page.data.consent, { version: 2, text: '新的说明' });
    await page.run('onConsent');
    assert.deepEqual([page.data.consent, page.data.problem], [null, '']);
  });
});

describe('the sentences about a photo', () => {
  it('exist for every warning and every refusal of the service', async () => {
    await using program = await openProgram();
    const { problemText, warningText } = program.module('photo-texts.js');
    const without = [
      ...photoWarnings.filter((code) => warningText?.(code) === warningText?.('unknown')),
      ...imageRefusals.filter((code) => problemText?.(code) === problemText?.('unknown')),
    ];
    assert.deepEqual(without, []);
  });
});

describe('the page of an order', () => {
  /** Lets the promises of the page run that wait for no timer. */
  async function settled(t: TestContext, work: () => boolean): Promise<void> {
    for (let turns = 0; turns < 1_000 && !work(); turns++)
      await new Promise((resolve) => setImmediate(resolve));
    assert.ok(work(), t.name);
  }

  it('looks a paid order up until it is closed, and not afterwards', async (t) => {
    await using program = await openProgram();
    const orderNo = await program.shop.paidColourise();
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const looks = () => program.called.filter((name) => name === 'fetch_order').length;
    const page = await program.open(`/pages/order/order?order_no=${orderNo}`);
    await settled(t, () => looks() === 2);
    await settled(t, () => page.data.order !== null);
    for (const count of [3, 4]) {
      // The pause begins some turns after the response of the look-up before it.
      await settled(t, () => {
        t.mock.timers.tick(2_000);
        return looks() === count;
      });
    }
    await page.run('onUnload');
    for (let turns = 0; turns < 1_000; turns++) {
      t.mock.timers.tick(2_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.equal(looks(), 4);
    assert.equal(page.data.error, '');
  });
});
