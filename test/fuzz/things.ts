/**
 * What inputs can name as `{{unpaid}}`, `{{paid}}` and so on: orders, payments and uploads that exist. A thing that a
 * request has used up is replaced by a new one, so that later inputs find it in the same state.
 */

import { idPhoto, type Shop } from '../support/shop.ts';
import type { World } from './world.ts';

export const things = [
  ...['unpaid', 'paid', 'cancelled', 'payment', 'paidPayment', 'upload', 'user'],
  ...['unpaidId', 'paidId', 'goodId'],
] as const;

export interface Things {
  /** Replaces each name of a thing in the text by the number of an existing thing. */
  fill(text: string): Promise<string>;
  /** Discards the things that the last text named, so that the next input gets new ones. */
  renew(): void;
}

export function createThings(world: World): Things {
  const { shop } = world;
  const made = new Map<string, string>();
  let named: string[] = [];

  async function make(name: string): Promise<string | undefined> {
    switch (name) {
      case 'unpaid':
        return shop.placeVip();
      case 'paid':
        return paidOrder(world);
      case 'cancelled': {
        const orderNo = await shop.placeVip();
        await shop.service.cancelOrder({ kind: 'anonymous' }, orderNo, shop.requestId());
        return orderNo;
      }
      case 'payment': {
        const orderNo = await shop.placeVip();
        await shop.startPayment(orderNo);
        return shop.lastPaymentNo(orderNo);
      }
      case 'paidPayment':
        return shop.lastPaymentNo(await paidOrder(world));
      case 'upload':
        return shop.upload();
      case 'user':
        return String((await shop.order(await shop.placeVip())).userId);
      case 'unpaidId':
        return String((await shop.order(await shop.placeVip())).id);
      case 'paidId':
        return String((await shop.order(await paidOrder(world))).id);
      case 'goodId':
        return String(idPhoto.goodsId);
      default:
        return undefined;
    }
  }

  return {
    async fill(text) {
      named = [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name))];
      let filled = text;
      for (const name of named) {
        const thing = made.get(name) ?? (await make(name));
        if (thing === undefined) continue;
        made.set(name, thing);
        filled = filled.replaceAll(`{{${name}}}`, thing);
      }
      return filled;
    },
    renew() {
      for (const name of named) made.delete(name);
    },
  };
}

async function paidOrder({ shop, signature }: World): Promise<string> {
  const orderNo = await shop.placeVip();
  await shop.startPayment(orderNo);
  const body = await paidNotification(shop, await shop.lastPaymentNo(orderNo));
  const headers = signature.sign(body, shop.clock.now());
  await shop.notify({ method: 'POST', query: {}, headers, body: Buffer.from(body) });
  return orderNo;
}

async function paidNotification(shop: Shop, paymentNo: string): Promise<string> {
  return JSON.stringify({
    ...{
      id: `paid-${paymentNo}`,
      type: 'payment.paid',
      payment_no: paymentNo,
      amount: 1990,
      currency: 'CNY',
    },
    ...{ transaction_id: `t-${paymentNo}`, paid_at: shop.clock.now() },
  });
}
