/** Helpers for tests of the shop in a browser: the steps of a customer in either language, with screenshots. */

import assert from 'node:assert/strict';
import type { Browser, BrowserContextOptions, Locator, Page, Route } from 'playwright-core';
import { desktop, newVisitor, phone, saveScreenshot, type Visitor } from '../support/browser.ts';
import { seriousFindings } from './accessibility.ts';

const sizes = { desktop, phone } as const satisfies Record<string, BrowserContextOptions>;
export type Size = keyof typeof sizes;
export type Language = 'en' | 'zh';

/** The text of the link back to the shop on the sandbox checkout page, which is in the browser's language. */
export const backToTheShop = /^(?:Back to the shop|返回商店)$/;

/** Texts of the page in each language: buttons that the tests press, and texts for which they wait. */
export const words = {
  en: {
    locale: 'en-GB',
    colourise: /Photo colourisation/,
    idPhoto: /One-inch ID photo/,
    vip: /^Membership/,
    order: 'Order and pay',
    red: 'Red',
    preview: (color: string) => `Preview of your ID photo, ${color} background`,
    download: 'Download',
    myOrders: 'My orders',
    threeMonths: '3 months',
    payNow: /^Pay \D*\d/,
    photoArrived: /^Photo uploaded$|^This photo works$|^This photo can be used/,
    ready: /picture is ready/,
    memberNow: /membership is active/,
    isMember: 'You are a member',
    declined: 'Payment declined',
    checking: 'Checking your payment',
    notPaid: 'I have not paid yet',
    working: 'Your picture is being made',
    cancel: 'Cancel order',
    cancelConfirm: 'Cancel order',
    keep: 'Keep order',
    cancelled: /This order is cancelled/,
    refunded: /was refunded on/,
    noFace: /No face was found/,
    refund: 'Request a refund',
    expired: /has been deleted/,
    offline: /You are offline/,
    unreachable: /The shop is not responding/,
  },
  zh: {
    locale: 'zh-CN',
    colourise: /照片上色/,
    idPhoto: /一寸照/,
    vip: /^会员/,
    order: '下单并付款',
    red: '红色',
    preview: (color: string) => `您的证件照预览，${color}`,
    download: '下载',
    myOrders: '我的订单',
    threeMonths: '3 个月',
    payNow: /^立即付款/,
    photoArrived: /^照片已上传$|^这张照片可以用/,
    ready: /照片做好了/,
    memberNow: /会员已开通，谢谢/,
    isMember: '您已是会员',
    declined: '付款没有成功',
    checking: '正在确认付款',
    notPaid: '我还没付款',
    working: '正在制作您的照片',
    cancel: '取消订单',
    cancelConfirm: '取消订单',
    keep: '再想想',
    cancelled: /订单已取消/,
    refunded: /已于.*原路退回/,
    noFace: /没有找到人脸/,
    refund: '申请退款',
    expired: /已经删除/,
    offline: /网络已断开/,
    unreachable: /暂时连不上商店/,
  },
} as const;

export interface ShopVisit extends Visitor {
  readonly w: (typeof words)[Language];
  /** Takes a screenshot; asserts that axe-core finds no serious problem and the page fits the screen's width. */
  look(name: string): Promise<void>;
  chooseGood(name: RegExp): Promise<void>;
  givePhoto(photo: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Presses the form's order button and selects the outcome at the sandbox checkout. @returns the order number. */
  orderAndPay(outcome: string): Promise<string>;
  decide(outcome: string): Promise<void>;
  close(): Promise<void>;
}

export async function visitShop(
  browser: Browser,
  url: string,
  size: Size,
  language: Language,
  options: BrowserContextOptions = {},
): Promise<ShopVisit> {
  const w = words[language];
  const visitor = await newVisitor(browser, {
    ...sizes[size],
    ...options,
    locale: w.locale,
    baseURL: url,
  });
  const { page, context, complaints } = visitor;
  page.setDefaultTimeout(180_000);
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
      // An open dialog covers the screen only, so do not take a screenshot of the whole page.
      const fullPage = (await page.getByRole('dialog').count()) === 0;
      // Scroll through the page, because pictures below the screen load only when they are scrolled into view.
      await page.evaluate(() => {
        for (const image of document.images) image.loading = 'eager';
      });
      await page.waitForFunction(() => [...document.images].every((image) => image.complete));
      await saveScreenshot(page, `shop-${name}-${size}-${language}`, { fullPage });
      assert.deepEqual(await seriousFindings(page), [], name);
      // A phone widens `innerWidth` to the width of the page, so the width of the screen is `clientWidth`.
      const overflowPx = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
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

/**
 * Waits until the page shows the effect of the responses that it has received: React draws within a frame, and the
 * second animation frame begins after the drawing of the first.
 */
export function settled(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}

/** Whether the middle of the element is on the screen and nothing covers it. */
export function isInView(element: Locator): Promise<boolean> {
  return element.evaluate((shown) => {
    const { left, top, width, height } = shown.getBoundingClientRect();
    return shown.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
}

/** Like `close`, but ignores the messages that the browser logs for refused calls and lost connections. */
export async function closeAfterTrouble({ context, complaints }: ShopVisit): Promise<void> {
  const others = complaints.filter((complaint) => !/Failed to load resource|net::ERR/.test(complaint));
  assert.deepEqual(others, []);
  await context.close();
}

/** Answers a call of the page with a problem document. */
export function refuse(
  route: Route,
  status: number,
  code: string,
  headers: Record<string, string> = {},
  reason?: string,
) {
  return route.fulfill({
    status,
    headers,
    contentType: 'application/problem+json',
    body: JSON.stringify({ code, status, reason, detail: 'Refused.' }),
  });
}

/** Orders a membership and shows the unpaid order. @returns the address of the order's payment page. */
export async function showUnpaidOrder({ page, w, chooseGood }: ShopVisit): Promise<string> {
  await page.goto('/');
  await chooseGood(w.vip);
  await page.getByRole('button', { name: w.order }).click();
  await page.waitForURL('**/sandbox/checkout/**');
  const checkout = page.url();
  await page.getByRole('link', { name: backToTheShop }).click();
  await page.getByRole('button', { name: w.notPaid }).click();
  await page.getByRole('button', { name: w.payNow }).waitFor();
  return checkout;
}
