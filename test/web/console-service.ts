/** The real service, with operators in browsers and customers calling the API, for tests of the console. */

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { BrowserContextOptions } from 'playwright-core';
import { type Customer, createCustomer } from '../e2e/customer.ts';
import { launchBrowser } from '../support/browser.ts';
import { httpClient } from '../support/http-client.ts';
import { type Environment, startServiceProcess, temporaryDataDir } from '../support/service-process.ts';
import { type ConsoleVisit, openConsole, type Size } from './console-browser.ts';

export interface Credentials {
  readonly name: string;
  readonly password: string;
}

export const owner: Credentials = { name: 'admin', password: 'correct-horse-battery' };

/** Another operator, whom the owner adds by `addSecondOperator`. */
export const second: Credentials = { name: 'bea', password: 'a second pair of eyes' };

/** Id of the membership in the default catalogue. */
export const membership = 3;

/** The message that the browser logs for each call that is answered with an error. */
export const refusedCalls = /Failed to load resource/;

interface VisitOptions {
  readonly size?: Size;
  readonly locale?: string;
  /** The time zone of the browser. Undefined: the zone of the shop. */
  readonly timezoneId?: string;
  /** True: sign in with the form. Otherwise the visit uses a session that all visits of the operator share. */
  readonly byHand?: boolean;
}

export type ConsoleService = Awaited<ReturnType<typeof startConsoleService>>;

export async function startConsoleService(env: Environment = {}) {
  const { dataDir, remove } = temporaryDataDir();
  const [service, browser] = await Promise.all([
    startServiceProcess({ DATA_DIR: dataDir, ADMIN_PASSWORD: owner.password, ...env }),
    launchBrowser(),
  ]);
  const client = httpClient(service.url);
  const newCustomer = (): Customer => createCustomer(client);
  /** One session for each operator. All visits use it, because each sign-in takes half a second of password hashing. */
  const states = new Map<string, Promise<BrowserContextOptions['storageState']>>();

  async function signInByCall({
    name,
    password,
  }: Credentials): Promise<BrowserContextOptions['storageState']> {
    const context = await browser.newContext({ baseURL: service.url });
    const answer = await context.request.post('/admin/api/session', {
      data: { name, password },
      headers: { origin: service.url },
    });
    if (!answer.ok()) throw new Error(`${name} could not sign in: ${answer.status()} ${await answer.text()}`);
    const state = await context.storageState();
    await context.close();
    return state;
  }

  async function visitAs(who: Credentials, path = '/', options: VisitOptions = {}): Promise<ConsoleVisit> {
    const { size = 'desktop', locale, timezoneId, byHand = false } = options;
    if (!states.has(who.name) && !byHand) states.set(who.name, signInByCall(who));
    const storageState = byHand ? undefined : await states.get(who.name);
    const visit = await openConsole(browser, service.url, size, {
      ...(storageState === undefined ? {} : { storageState }),
      ...(locale === undefined ? {} : { locale }),
      ...(timezoneId === undefined ? {} : { timezoneId }),
    });
    await visit.page.goto(`/admin${path}`);
    if (byHand) await visit.signIn(who.name, who.password);
    return visit;
  }

  /** Makes a call of the console's API in the page, with the session of the page. @returns the HTTP status. */
  function callFromPage({ page }: ConsoleVisit, path: string, body: Readonly<Record<string, unknown>>) {
    return page.evaluate(
      async ([address, json]) => {
        const session: { csrf_token: string } = await (await fetch('/admin/api/session')).json();
        const answer = await fetch(`/admin/api/${address}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-csrf-token': session.csrf_token },
          body: json ?? '',
        });
        return answer.status;
      },
      [path, JSON.stringify(body)],
    );
  }

  return {
    service,
    browser,
    client,
    newCustomer,
    visitAs,
    callFromPage,
    /** Places an order of a membership. @param months at ¥19.90 each. @param refund how a later refund ends. */
    async membershipOrder(isPaid: boolean, months = 1, refund = 'done'): Promise<string> {
      const customer = newCustomer();
      const orderNo = await customer.order('mark_order_vip', membership, { num: months });
      if (isPaid) await customer.pay(orderNo, 'paid', refund);
      else await customer.checkoutUrl(orderNo);
      return orderNo;
    },
    /** The id of an order. Addresses in the console contain this id instead of the order number. */
    orderId(orderNo: string): number {
      const database = new DatabaseSync(join(dataDir, 'photokiosk.db'), { timeout: 120_000, readOnly: true });
      const row = database.prepare('select id from orders where order_no = ?').get(orderNo);
      database.close();
      return Number(row?.id);
    },
    /** Changes the database directly, for states that tests cannot cause by acts of customers and operators. */
    writeDatabase(sql: string): void {
      const database = new DatabaseSync(join(dataDir, 'photokiosk.db'), { timeout: 120_000 });
      database.exec(sql);
      database.close();
    },
    async close(): Promise<void> {
      await browser.close();
      await service.stop();
      await remove();
    },
  };
}

/** The owner adds the operator `second` with the role support. */
export async function addSecondOperator(shop: ConsoleService): Promise<void> {
  const visit = await shop.visitAs(owner);
  const status = await shop.callFromPage(visit, 'operators', { ...second, role: 'support' });
  if (status !== 201) throw new Error(`the second operator was not added: ${status}`);
  await visit.close(refusedCalls);
}
