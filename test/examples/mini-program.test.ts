/** The sample mini program with the running service and the fakes of WeChat. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { operator, serviceForThisFile } from '../e2e/running-service.ts';
import { account, merchantKeys } from '../payments/wechat/fake-signer.ts';
import { startFakeWechat } from '../payments/wechat/fake-wechat.ts';
import { readyTemplateId } from '../payments/wechat-api/fake-messages.ts';
import { startFakeWechatApi, wechatAccount } from '../payments/wechat-virtual/fake-wechat-api.ts';
import { xpayAccount } from '../payments/wechat-virtual/fake-xpay.ts';
import { httpClient } from '../support/http-client.ts';
import { samplePhotos } from '../support/sample-photos.ts';
import { freePort } from '../support/service-process.ts';
import { openFakePhone, publicUrl } from './fake-wx.ts';
import { startMiniProgram, tap } from './mini-program-runtime.ts';

const sample = fileURLToPath(new URL('../../examples/mini-program/', import.meta.url));
const clock = { now: () => Date.now() };
const pay = await startFakeWechat(clock);
const api = await startFakeWechatApi(clock, { ...wechatAccount, appId: account.appId });
api.shipping.rules.isManaged = false;
const port = String(await freePort());
const serviceUrl = `http://127.0.0.1:${port}`;
const { process: service } = await serviceForThisFile({
  PORT: port,
  IMAGE_PROCESSES: '1',
  PUBLIC_URL: publicUrl,
  PAYMENT_PROVIDERS: 'wechat_virtual,wechat',
  WECHAT_APP_ID: account.appId,
  WECHAT_APP_SECRET: wechatAccount.appSecret,
  WECHAT_API_URL: api.url,
  WECHAT_READY_TEMPLATE_ID: readyTemplateId,
  WECHAT_MCH_ID: account.mchId,
  WECHAT_MCH_SERIAL: account.mchSerial,
  WECHAT_MCH_KEY: String(merchantKeys.privateKey.export({ type: 'pkcs8', format: 'pem' })),
  WECHAT_API_V3_KEY: account.apiV3Key,
  WECHAT_PUBLIC_KEY_ID: account.publicKeyId,
  WECHAT_PUBLIC_KEY: String(account.publicKey.export({ type: 'spki', format: 'pem' })),
  WECHAT_PAY_URL: pay.url,
  WECHAT_VIRTUAL_OFFER_ID: xpayAccount.offerId,
  WECHAT_VIRTUAL_APP_KEY: xpayAccount.appKeys[0],
  WECHAT_PUSH_TOKEN: wechatAccount.token,
  WECHAT_PUSH_AES_KEY: wechatAccount.aesKey,
});
const folder = mkdtempSync(join(tmpdir(), 'photokiosk-mini-program-'));
after(async () => {
  rmSync(folder, { recursive: true, force: true });
  await pay.stop();
  await api.stop();
});
const photos = await samplePhotos();
const photoFile = (name: keyof typeof photos) => {
  const file = join(folder, `${name}.jpg`);
  writeFileSync(file, photos[name]);
  return file;
};

let customers = 0;

/** A customer's phone with the mini program. */
function openPhone(photo: keyof typeof photos = 'old') {
  const openId = `oCustomer${++customers}`;
  const phone = openFakePhone({ openId, serviceUrl, pay, api, folder, photo: photoFile(photo) });
  const program = () =>
    startMiniProgram(sample, phone.wx, {
      baseUrl: publicUrl,
      providers: ['wechat_virtual', 'wechat'],
      readyTemplateId,
      contact: '微信 laozhaopian',
    });
  return { phone, program, openId };
}

/** Picks a photo on the page of a good, and orders. @returns the address of the order's page. */
async function orderPicture({ phone, program }: ReturnType<typeof openPhone>, index = 0): Promise<string> {
  const app = program();
  const list = await app.open('/pages/goods/goods');
  const goods = list.data.goods as { readonly id: number; readonly funct_name: string }[];
  const good = goods[index] ?? assert.fail('there is no such good');
  await list.run('onChoose', tap({ id: good.id, functName: good.funct_name }));
  const upload = await app.open(phone.visited.at(-1) ?? '');
  await upload.run('onPick');
  assert.equal(upload.data.problem, '');
  await upload.run('onOrder');
  return phone.visited.at(-1) ?? '';
}

describe('the sample mini program', () => {
  it('contains the client of this version', () => {
    const fresh = mkdtempSync(join(tmpdir(), 'photokiosk-fresh-client-'));
    after(() => rmSync(fresh, { recursive: true, force: true }));
    execFileSync(process.execPath, ['scripts/mini-program-client.ts', fresh]);
    const committed = join(sample, 'photokiosk');
    assert.deepEqual(readdirSync(committed).sort(), readdirSync(fresh).sort());
    for (const file of readdirSync(fresh)) {
      const isSame = readFileSync(join(committed, file), 'utf8') === readFileSync(join(fresh, file), 'utf8');
      assert.ok(isSame, `${file} is out of date: run node scripts/mini-program-client.ts`);
    }
  });

  it('lists the goods, and has the files of every page of app.json', async () => {
    const { program } = openPhone();
    const app = program();
    const list = await app.open('/pages/goods/goods');
    assert.equal((list.data.goods as object[]).length, 3);
    assert.equal(list.data.error, '');
    for (const page of app.pages) await app.open(`/${page}?order_no=X`);
  });

  for (const provider of ['wechat_virtual', 'wechat'] as const) {
    it(`uploads, orders, pays by ${provider}, waits for the picture and saves it`, async () => {
      const opened = openPhone();
      const { phone, program, openId } = opened;
      const page = await program().open(await orderPicture(opened));
      assert.equal(page.data.status, '待付款');
      await page.run('onPay', tap({ provider }));
      assert.equal(page.data.error, '');
      assert.equal(page.data.status, '已完成');
      await page.run('onSave');
      const [saved = ''] = phone.album;
      assert.equal((await sharp(saved).metadata()).format, 'jpeg');
      assert.deepEqual(phone.toasts, ['已保存到相册']);
      const message = await until(() => api.messages.received.find((one) => one.openId === openId));
      const fromMessage = await program().open(`/${message.page}`);
      assert.equal(fromMessage.data.status, '已完成');
    });
  }

  it('orders the photo that was chosen last, even if the upload of an earlier one ends later', async () => {
    const { phone, program } = openPhone();
    const app = program();
    const page = await app.open('/pages/upload/upload?goods_id=1&funct_name=mark_order_zhaopianshangse');
    const { uploadFile } = phone.wx;
    const slow = Promise.withResolvers<void>();
    const began = Promise.withResolvers<void>();
    phone.wx.uploadFile = (call) => {
      phone.wx.uploadFile = uploadFile;
      began.resolve();
      void slow.promise.then(() => uploadFile(call));
    };
    const first = page.run('onPick');
    await began.promise;
    await page.run('onPick');
    assert.match(String(page.data.path), /^uploads\//);
    const shown = { ...page.data };
    slow.resolve();
    await first;
    assert.deepEqual(page.data, shown);
  });

  it('orders and pays a membership, which is on the list of orders', async () => {
    const { phone, program } = openPhone();
    const app = program();
    const list = await app.open('/pages/goods/goods');
    const vip = (list.data.goods as { id: number; funct_name: string }[]).find(
      ({ funct_name: name }) => name === 'mark_order_vip',
    );
    await list.run('onChoose', tap({ id: vip?.id ?? 0, functName: 'mark_order_vip' }));
    const page = await app.open(phone.visited.at(-1) ?? '');
    await page.run('onPay', tap({ provider: 'wechat_virtual' }));
    assert.equal(page.data.status, '已完成');
    const orders = await program().open('/pages/orders/orders');
    const shown = orders.data.orders as { readonly status: string; readonly price: string }[];
    assert.deepEqual(
      shown.map(({ status, price }) => [status, price]),
      [['已完成', '¥19.90']],
    );
  });

  it('signs in again and shows the orders when the customer’s tokens were ended on another device', async () => {
    const opened = openPhone();
    const app = opened.program();
    await app.open(await orderPicture(opened));
    const { whenSignedIn } = opened.program().module('shop.js');
    await whenSignedIn?.((shop: { call(name: string): unknown }) => shop.call('end_guest_tokens'));
    for (const program of [app, opened.program()]) {
      const orders = await program.open('/pages/orders/orders');
      assert.equal(orders.data.error, '');
      assert.equal((orders.data.orders as unknown[]).length, 1);
    }
  });

  it('signs in again and pays when WeChat has ended the session', async () => {
    const opened = openPhone();
    const app = opened.program();
    const page = await app.open(await orderPicture(opened));
    await app.open('/pages/orders/orders');
    opened.phone.endSession();
    await page.run('onPay', tap({ provider: 'wechat_virtual' }));
    assert.equal(page.data.error, '');
    assert.equal(page.data.status, '已完成');
  });

  for (const last of ['wechat', 'wechat_virtual']) {
    it(`does not charge a customer who closes the payment sheets, and lets the customer pay by ${last} afterwards`, async () => {
      const opened = openPhone();
      const page = await opened.program().open(await orderPicture(opened));
      opened.phone.rules.cancels = true;
      for (const provider of ['wechat_virtual', 'wechat']) {
        await page.run('onPay', tap({ provider }));
        assert.deepEqual([page.data.status, page.data.error], ['待付款', '']);
      }
      opened.phone.rules.cancels = false;
      await page.run('onPay', tap({ provider: last }));
      assert.deepEqual([page.data.status, page.data.error], ['已完成', '']);
    });
  }

  for (const isPaid of [false, true]) {
    const end = isPaid ? 'does not pay again if the number was paid' : 'pays with a new number';
    it(`asks the service again after WeChat refuses a used number, and ${end}`, async () => {
      const opened = openPhone();
      const { phone } = opened;
      const page = await opened.program().open(await orderPicture(opened));
      phone.rules.cancels = true;
      await page.run('onPay', tap({ provider: 'wechat_virtual' }));
      phone.rules.cancels = false;
      const [sheet] = [...api.xpay.orders.values()].filter(({ openId }) => openId === opened.openId);
      assert.ok(sheet !== undefined);
      // WeChat's query does not show the first sheet yet, so the service returns its number again.
      api.xpay.rules.querySeesSheets = false;
      const { requestVirtualPayment } = phone.wx;
      phone.wx.requestVirtualPayment = (call) => {
        const { fail } = call;
        const refused = (error: object) => {
          api.xpay.rules.querySeesSheets = true;
          if (isPaid) api.xpay.settle(sheet, sheet.fee);
          fail(error);
        };
        requestVirtualPayment(Object.assign(call, { fail: refused }));
      };
      await page.run('onPay', tap({ provider: 'wechat_virtual' })).finally(() => {
        api.xpay.rules.querySeesSheets = true;
      });
      assert.deepEqual([page.data.status, page.data.error], ['已完成', '']);
      const paid = [...api.xpay.orders.values()].filter(
        ({ openId, paidFee }) => openId === opened.openId && paidFee > 0,
      );
      assert.equal(paid.length, 1);
      assert.equal(paid[0] === sheet, isPaid);
    });
  }

  it('shows the finished picture even if WeChat’s notification is lost', async () => {
    const opened = openPhone();
    const page = await opened.program().open(await orderPicture(opened));
    opened.phone.rules.deliversNotices = false;
    await page.run('onPay', tap({ provider: 'wechat_virtual' }));
    assert.equal(page.data.status, '已完成');
  });

  it('shows a customer who paid on iOS where to request the refund that the shop cannot make', async () => {
    const opened = openPhone();
    const page = await opened.program().open(await orderPicture(opened));
    await page.run('onPay', tap({ provider: 'wechat_virtual' }));
    const { order_no: orderNo } = page.data.order as { readonly order_no: string };
    for (const order of api.xpay.orders.values()) if (order.openId === opened.openId) order.orderType = 7;
    const client = httpClient(serviceUrl);
    const refund = await client.post('refund_order', { order_no: orderNo }, { basic: operator });
    assert.equal(refund.status, 200, refund.text);
    let text = '';
    for (let tries = 0; tries < 100 && text === ''; tries++) {
      const again = await opened.program().open(`/pages/order/order?order_no=${orderNo}`);
      text = String(again.data.refundFailure);
    }
    assert.match(text, /reportaproblem\.apple\.com/);
  });

  it('says in Chinese why a photo does not fit, and what to do if the app may not save to the album', async () => {
    const upload = await openPhone('noFace')
      .program()
      .open('/pages/upload/upload?goods_id=2&funct_name=mark_order_yiCunZhao');
    await upload.run('onPick');
    assert.equal(upload.data.problem, '没有找到人脸，请使用正面照片。');
    assert.equal(upload.data.path, '');
    const opened = openPhone();
    opened.phone.rules.deniesAlbum = true;
    const page = await opened.program().open(await orderPicture(opened));
    await page.run('onPay', tap({ provider: 'wechat' }));
    await page.run('onSave');
    assert.match(String(page.data.error), /允许保存到相册/);
    assert.deepEqual(opened.phone.album, []);
  });
});

/** Polls until the worker has done what the test waits for. */
async function until<T>(find: () => T | undefined): Promise<T> {
  for (let tries = 0; tries < 600; tries++) {
    const found = find();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return assert.fail(`nothing happened; ${service.output().slice(-2000)}`);
}
