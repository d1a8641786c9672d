/** A customer for tests, who uses the documented calls and asserts that they succeed. */

import assert from 'node:assert/strict';
import {
  type Answer,
  type CallOptions,
  type Encoding,
  type Fields,
  type HttpClient,
  textField,
} from '../support/http-client.ts';
import { waitUntil } from '../support/wait-until.ts';

export type Customer = ReturnType<typeof createCustomer>;

export interface CustomerOptions {
  /** A JWT or a guest token. Without a token the first order returns a guest token. */
  readonly token?: string;
  readonly encoding?: Encoding;
}

export function createCustomer(client: HttpClient, { token: given, encoding }: CustomerOptions = {}) {
  let token = given ?? null;

  async function call(
    operation: string,
    parameters: Fields = {},
    options: CallOptions = {},
  ): Promise<Answer> {
    const answer = await client.post(operation, parameters, {
      token,
      encoding: encoding ?? 'json',
      ...options,
    });
    token ??= answer.headers.get('x-user-token');
    return answer;
  }

  async function post(
    operation: string,
    parameters: Fields = {},
    options: CallOptions = {},
  ): Promise<Fields> {
    const answer = await call(operation, parameters, options);
    assert.equal(answer.status, 200, `${operation}: ${answer.text}`);
    return answer.fields;
  }

  const fetchOrder = (orderNo: string) => post('fetch_order', { order_no: orderNo });

  async function checkoutUrl(orderNo: string): Promise<string> {
    return textField(await post('pay_order', { order_no: orderNo }), 'url');
  }

  return {
    token: () => token,
    /** Returns the response without checking its status. */
    call,
    post,
    fetchOrder,
    checkoutUrl,
    async upload(photo: Uint8Array<ArrayBuffer>): Promise<string> {
      const answer = await client.upload(photo, { token });
      assert.equal(answer.status, 200, answer.text);
      return textField(answer.fields, 'path');
    },
    /** @returns the order number. */
    async order(functName: string, goodsId: number, parameters: Fields = {}): Promise<string> {
      return textField(await post(functName, { goods_id: goodsId, ...parameters }), 'order_no');
    },
    async pay(orderNo: string, outcome = 'paid', refund = 'done'): Promise<Fields> {
      const answer = await client.checkout(await checkoutUrl(orderNo), outcome, refund);
      assert.equal(answer.status, 200, answer.text);
      return answer.fields;
    },
    /** Pays the orders by one payment. */
    async payTogether(...orderNos: readonly string[]): Promise<void> {
      const { url } = await post('pay_orders', { order_nos: orderNos.join(',') });
      const answer = await client.checkout(String(url), 'paid', 'done');
      assert.equal(answer.status, 200, answer.text);
    },
    /** Waits until `wanted` is true for the order. */
    async orderWhen(orderNo: string, what: string, wanted: (order: Fields) => boolean): Promise<Fields> {
      let last: Fields = {};
      try {
        return await waitUntil(what, async () => {
          last = await fetchOrder(orderNo);
          return wanted(last) ? last : undefined;
        });
      } catch (cause) {
        throw new Error(`never ${what}: ${JSON.stringify(last)}`, { cause });
      }
    },
  };
}
