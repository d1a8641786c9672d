/** The real service with operators in browsers and customers at the documented calls, for tests of the console. */

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { BrowserContextOptions } from 'playwright-core';
import { type Customer, createCustomer } from '../e2e/customer.ts';
import { launchBrowser } from '../support/browser.ts';
import { httpClient } from '../support/http-client.ts';
import { type Environment, startServiceProcess, temporaryDataDir } from '../support/service-process.ts';
import { type ConsoleVisit, type Size, visitConsole } from './console-browser.ts';

export interface Credentials {
  readonly name: string;
  readonly password: string;
}

export const owner: Credentials = { name: 'admin', password: 'correct-horse-battery' };

/** Of the default catalogue. */
export const membership = 3;

/** Refused calls are told on the console by the browser itself. */
export const refusedCalls = /Failed to load resource/;

interface VisitOptions {
  readonly size?: Size;
  readonly locale?: string;
  /** Through the page instead of with the session that others use too. */
  readonly byHand?: boolean;
}

export type ConsoleShop = Awaited<ReturnType<typeof openConsoleShop>>;

export async function openConsoleShop(env: Environment = {}) {
  const { dataDir, remove } = temporaryDataDir();
  const [service, browser] = await Promise.all([
    startServiceProcess({ DATA_DIR: dataDir, ADMIN_PASSWORD: owner.password, ...env }),
    launchBrowser(),
  ]);
  const client = httpClient(service.url);
  const newCustomer = (): Customer => createCustomer(client);
  /** One session for each operator: making one takes the service half a second of hashing. */
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
    const { size = 'desktop', locale, byHand = false } = options;
    if (!states.has(who.name) && !byHand) states.set(who.name, signInByCall(who));
    const storageState = byHand ? undefined : await states.get(who.name);
    const visit = await visitConsole(browser, service.url, size, {
      ...(storageState === undefined ? {} : { storageState }),
      ...(locale === undefined ? {} : { locale }),
    });
    await visit.page.goto(`/admin${path}`);
    if (byHand) await visit.signIn(who.name, who.password);
    return visit;
  }

  /** Calls the API from within the page, as a script of ours would. @returns the status. */
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
    /** @param months at ¥19.90 each. @param refund how a later refund of it will go. */
    async membershipOrder(isPaid: boolean, months = 1, refund = 'done'): Promise<string> {
      const customer = newCustomer();
      const orderNo = await customer.order('mark_order_vip', membership, { num: months });
      if (isPaid) await customer.pay(orderNo, 'paid', refund);
      else await customer.checkoutUrl(orderNo);
      return orderNo;
    },
    /** What no customer and no operator can bring about. */
    writeDatabase(sql: string): void {
      const database = new DatabaseSync(join(dataDir, 'photokiosk.db'), { timeout: 20_000 });
      database.exec(sql);
      database.close();
    },
    async close(): Promise<void> {
      await browser.close();
      await service.stop();
      remove();
    },
  };
}
