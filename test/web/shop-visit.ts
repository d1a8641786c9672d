/** A customer in a browser: what one does in the shop, in the words of either language, with pictures of it. */

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { desktop, newVisitor, phone, type Visitor } from '../support/browser.ts';

const screenshots = fileURLToPath(new URL('../../out/screenshots/', import.meta.url));
mkdirSync(screenshots, { recursive: true });

const sizes = { desktop, phone } as const satisfies Record<string, BrowserContextOptions>;
export type Size = keyof typeof sizes;
export type Language = 'en' | 'zh';

/** On the sandbox's checkout, which speaks the browser's language. */
export const backToTheShop = /^(?:Back to the shop|返回商店)$/;

/** What is pressed and waited for, as it stands on the page. */
export const words = {
  en: {
    locale: 'en-GB',
    colourise: /Photo colourisation/,
    idPhoto: /One-inch ID photo/,
    vip: /^Membership/,
    order: 'Order and pay',
    red: 'Red',
    preview: (color: string) => `Preview of your ID photo on ${color}`,
    download: 'Download',
    myOrders: 'My orders',
    threeMonths: '3 months',
    payNow: /^Pay now/,
    photoArrived: /has arrived|This photo will do/,
    ready: /picture is ready/,
    memberNow: /membership is active/,
    declined: 'Your payment was declined',
    notArrived: 'No payment has arrived yet',
    working: 'Your picture is being made',
    cancel: 'Cancel the order',
    cancelled: /This order was cancelled/,
    refunded: /was given back on/,
    noFace: /No face was found/,
    refund: 'Ask for a refund',
    expired: /has been deleted/,
    offline: /You are offline/,
    unreachable: /does not answer at the moment/,
  },
  zh: {
    locale: 'zh-CN',
    colourise: /照片上色/,
    idPhoto: /一寸照/,
    vip: /^会员/,
    order: '下单并付款',
    red: '红色',
    preview: (color: string) => `您的证件照预览，${color}背景`,
    download: '下载',
    myOrders: '我的订单',
    threeMonths: '3 个月',
    payNow: /^立即付款/,
    photoArrived: /已上传|可以使用/,
    ready: /照片已完成/,
    memberNow: /会员资格已生效/,
    declined: '付款被拒绝',
    notArrived: '尚未收到付款',
    working: '正在制作您的照片',
    cancel: '取消订单',
    cancelled: /订单已取消/,
    refunded: /原路退回/,
    noFace: /没有找到人脸/,
    refund: '申请退款',
    expired: /已删除/,
    offline: /您已离线/,
    unreachable: /暂时没有响应/,
  },
} as const;

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeFinding {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
}

/** @returns what axe-core calls serious or critical. */
async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const findings = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: AxeFinding[] }> } };
    return (await axe.run()).violations;
  });
  return findings
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`)}`,
    );
}

export interface ShopVisit extends Visitor {
  readonly w: (typeof words)[Language];
  /** Takes a picture, and asserts that axe-core finds nothing serious and nothing is wider than the screen. */
  look(name: string): Promise<void>;
  chooseGood(name: RegExp): Promise<void>;
  givePhoto(photo: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Presses the button of the form and decides at the sandbox's checkout. @returns the order's number. */
  orderAndPay(outcome: string): Promise<string>;
  decide(outcome: string): Promise<void>;
  close(): Promise<void>;
}

export async function visitShop(
  browser: Browser,
  url: string,
  size: Size,
  language: Language,
): Promise<ShopVisit> {
  const w = words[language];
  const visitor = await newVisitor(browser, { ...sizes[size], locale: w.locale, baseURL: url });
  const { page, context, complaints } = visitor;
  page.setDefaultTimeout(20_000);
  await page.goto('/');

  async function decide(outcome: string): Promise<void> {
    await page.waitForURL('**/sandbox/checkout/**');
    await page.locator(`button[value="${outcome}"]`).click();
    await page.getByRole('link', { name: backToTheShop }).click();
    await page.waitForURL('**/?order_no=*');
  }

  return {
    ...visitor,
    w,
    async look(name) {
      // A dialog lies over the screen, not over the page.
      const fullPage = (await page.getByRole('dialog').count()) === 0;
      // Pictures below the fold are loaded when they are scrolled to, which nobody does here.
      await page.evaluate(() => {
        for (const image of document.images) image.loading = 'eager';
      });
      await page.waitForFunction(() => [...document.images].every((image) => image.complete));
      await page.screenshot({ path: `${screenshots}shop-${name}-${size}-${language}.png`, fullPage });
      assert.deepEqual(await seriousFindings(page), [], name);
      const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(overflowPx <= 0, `${name} is ${overflowPx} px wider than the screen`);
    },
    async chooseGood(name) {
      await page.getByRole('link', { name }).first().click();
      await page.waitForURL('**/?goods=*');
    },
    async givePhoto(photo) {
      const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(photo) };
      await page.getByTestId('photo-file').setInputFiles(file);
      await page.getByText(w.photoArrived).waitFor();
    },
    async orderAndPay(outcome) {
      await page.getByRole('button', { name: w.order }).click();
      await decide(outcome);
      return new URL(page.url()).searchParams.get('order_no') ?? '';
    },
    decide,
    async close() {
      assert.deepEqual(complaints, []);
      await context.close();
    },
  };
}

/** A lost connection and a refused call are written to the browser's console by the browser itself. */
export async function closeAfterTrouble({ context, complaints }: ShopVisit): Promise<void> {
  const others = complaints.filter((complaint) => !/Failed to load resource|net::ERR/.test(complaint));
  assert.deepEqual(others, []);
  await context.close();
}
