/** A shop for each payment provider, with the real adapter and the fake of the provider's servers. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from '../../src/payments/sandbox/sandbox.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { SandboxLedger } from '../../src/usecases/ports/sandbox-ledger.ts';
import { silentLog } from '../support/databases.ts';
import { fixedRandom } from '../support/fixed-random.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { sqlOn } from '../support/sql-on.ts';
import * as alipay from './alipay/alipay-world.ts';
import { openStripeShop } from './stripe/stripe-shop.ts';
import { openWechatWorld } from './wechat/wechat-world.ts';
import * as virtual from './wechat-virtual/virtual-world.ts';

export interface ShopOfProvider extends AsyncDisposable {
  readonly shop: Shop;
  readonly sql: Shop['sql'];
  /** The customer pays the orders by one payment, and the provider's notification arrives. */
  pay(...orderNos: readonly [string, ...string[]]): Promise<void>;
  readonly takesJointPayments: boolean;
}

export type OpenShopOfProvider = () => Promise<ShopOfProvider>;

async function openSandboxShop(): Promise<ShopOfProvider> {
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-sandbox-shop-'));
  const file = join(folder, 'photokiosk.db');
  let ledger: SandboxLedger | undefined;
  let sandbox: ReturnType<typeof createSandbox> | undefined;
  const shop = await openShop({
    async open({ clock = { now: () => 0 }, log = silentLog } = {}) {
      const opened = await openStore({ database: { kind: 'sqlite', file }, clock, log });
      ledger = opened.sandboxLedger;
      return { ...opened, [Symbol.asyncDispose]: () => opened.store.close() };
    },
    wrap(deps) {
      assert.ok(ledger !== undefined);
      sandbox = createSandbox({
        ...{ ledger, clock: deps.clock, log: deps.log, random: fixedRandom('sandbox') },
        publicUrl: 'https://shop.test',
        secrets: ['a secret of the tests'],
        async deliver(_url, headers, body) {
          await shop.notify({ method: 'POST', query: {}, headers, body: Buffer.from(body) });
          return 200;
        },
      });
      return { ...deps, providers: [sandbox.provider] };
    },
  });
  return {
    shop,
    sql: sqlOn(file).sql,
    takesJointPayments: true,
    async pay(...orderNos) {
      const [orderNo] = orderNos;
      await shop.startJointPayment(orderNos);
      await sandbox?.checkout.decide(await shop.lastPaymentNo(orderNo), 'paid', 'done');
    },
    async [Symbol.asyncDispose]() {
      await shop[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
    },
  };
}

async function openAlipayShop(): Promise<ShopOfProvider> {
  const world = await alipay.openAlipayWorld();
  const { shop, fake } = world;
  return {
    shop,
    sql: shop.sql,
    takesJointPayments: true,
    async pay(...orderNos) {
      const [orderNo] = orderNos;
      await alipay.startPayments(world, orderNos, 'page');
      await alipay.visit(world, world.links.at(-1) ?? '');
      fake.pay(await shop.lastPaymentNo(orderNo));
      await alipay.deliver(world, fake.notices.at(-1) ?? assert.fail());
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

async function openWechatShop(): Promise<ShopOfProvider> {
  const world = await openWechatWorld('public key');
  const { shop, fake } = world;
  return {
    shop,
    sql: shop.sql,
    takesJointPayments: true,
    async pay(...orderNos) {
      const [orderNo] = orderNos;
      await shop.startJointPayment(orderNos, 'wechat', 'native');
      await shop.notify(fake.pay(await shop.lastPaymentNo(orderNo)), 'wechat');
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

async function openVirtualShop(): Promise<ShopOfProvider> {
  const world = await virtual.openVirtualWorld({ mode: 'plain', format: 'json' });
  const { shop, fake } = world;
  const [customer] = virtual.customers;
  return {
    shop,
    sql: shop.sql,
    takesJointPayments: false,
    async pay(orderNo) {
      await virtual.startPayment(world, orderNo, customer);
      const sheet = world.sheets.at(-1) ?? assert.fail();
      fake.pushPayment(fake.xpay.requestVirtualPayment(customer, sheet.clientData, true));
      await virtual.deliver(world, fake.pushes.at(-1) ?? assert.fail());
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

async function openShopOnStripe(): Promise<ShopOfProvider> {
  const world = await openStripeShop();
  const { shop, stripe } = world;
  return {
    shop,
    sql: shop.sql,
    takesJointPayments: true,
    async pay(...orderNos) {
      const [orderNo] = orderNos;
      await shop.startJointPayment(orderNos);
      await shop.notify(stripe.deliver(stripe.pay(await shop.lastPaymentNo(orderNo))), 'stripe');
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

export const shopsOfProviders: Readonly<Record<string, OpenShopOfProvider>> = {
  sandbox: openSandboxShop,
  stripe: openShopOnStripe,
  wechat: openWechatShop,
  wechat_virtual: openVirtualShop,
  alipay: openAlipayShop,
};
