/** Calls of the client API for the cases of each status, and the orders and files that they need. */

import assert from 'node:assert/strict';
import { recordNameOf } from '../../../src/usecases/callers/idempotency.ts';
import { anonymous, idPhoto, operator } from '../../support/shop.ts';
import { type Call, type OperationCases, viewerCredential, type World } from './operation-cases.ts';

const dayMs = 24 * 60 * 60_000;
/** The goods that a new shop has off the shelf. `openWorld` puts them on the shelf. */
export const sizedIdPhotoId = 4;
export const restoreId = 5;

export function call(name: string, payload: object = {}, headers: Record<string, string> = {}): Call {
  return { method: 'POST', url: `/index.php/v1/${name}`, payload, headers };
}

export async function paidVip({ shop }: World): Promise<string> {
  const orderNo = await shop.placeVip();
  await shop.pay(orderNo);
  return orderNo;
}

/** @returns the numbers of two orders, separated by a comma. */
export async function twoUnpaid(shop: World['shop']): Promise<string> {
  return `${await shop.placeVip()},${await shop.placeVip()}`;
}

async function unpaidPhoto({ shop }: World): Promise<string> {
  const details = { path: await shop.upload(), color: 'blue' };
  return (await shop.service.placeOrder(shop.placeCall(idPhoto, details))).orderNo;
}

async function donePhoto(world: World): Promise<string> {
  const orderNo = await unpaidPhoto(world);
  await world.shop.pay(orderNo);
  await world.shop.drain();
  assert.equal(await world.shop.state(orderNo), 'pay/done');
  return orderNo;
}

export async function expiredUpload({ shop }: World): Promise<string> {
  const path = await shop.upload();
  shop.clock.advance(dayMs + 1);
  return path;
}

/** Stores an equal call as still running. @returns `repeated` with the idempotency key of that running call. */
export async function whileInFlight({ shop, visit }: World, name: string, repeated: Call): Promise<Call> {
  // 127.0.0.1 is the address of a request that `inject` makes without a socket.
  const nameOf = (key: string) => recordNameOf(shop.deps, anonymous, name, { key, client: '127.0.0.1' });
  const withKey = (key: string) => ({
    ...repeated,
    headers: { ...repeated.headers, 'idempotency-key': key },
  });
  const finishedKey = 'the-key-of-a-finished-call';
  const runningKey = 'the-key-of-a-running-call';
  const finished = await visit.app.inject(withKey(finishedKey));
  assert.equal(finished.statusCode, 200, finished.body);
  await shop.store.transaction(async (tx) => {
    const record = await tx.idempotency.find(nameOf(finishedKey).scope, nameOf(finishedKey).key);
    assert.ok(record !== undefined);
    await tx.idempotency.insert({ ...record, ...nameOf(runningKey), answer: null });
  });
  return withKey(runningKey);
}

/** Calls that produce the statuses of an operation that orders a picture. `parameters` are those besides `path`. */
export function pictureOrder(name: string, goodsId: number, parameters: object): OperationCases {
  const order = async ({ shop }: World) =>
    call(name, { goods_id: goodsId, path: await shop.upload(), ...parameters });
  return {
    success: order,
    refusals: {
      request_in_flight: async (world) => whileInFlight(world, name, await order(world)),
      upload_expired: async (world) =>
        call(name, { goods_id: goodsId, path: await expiredUpload(world), ...parameters }),
      invalid_parameters: () => call(name, { goods_id: goodsId, ...parameters }),
    },
  };
}

/** A paid and finished photo of a document. */
async function doneDocument({ shop }: World): Promise<string> {
  const photo = shop.placeCall(idPhoto, { path: await shop.upload(), document: 'us_visa' });
  const good = { functName: 'mark_order_id_photo', goodsId: sizedIdPhotoId };
  const { orderNo } = await shop.service.placeOrder({ ...photo, ...good });
  await shop.pay(orderNo);
  await shop.drain();
  return orderNo;
}

/** Calls that produce the statuses of `photo_report`. */
export function photoReportOperation(): OperationCases {
  const of = (orderNo: string, headers = {}) => call('photo_report', { order_no: orderNo }, headers);
  return {
    success: async (world) => of(await doneDocument(world)),
    refusals: {
      forbidden: async (world) => of(await donePhoto(world), viewerCredential),
      unknown_order: () => of('X'),
      illegal_transition: async (world) => of(await unpaidPhoto(world)),
      invalid_parameters: async (world) => of(await donePhoto(world)),
      result_expired: async (world) => {
        const orderNo = await doneDocument(world);
        world.shop.clock.advance(8 * dayMs);
        return of(orderNo);
      },
    },
  };
}

/** Calls that produce the statuses of `photo_color` or `photo_sheet`. */
export function photoOperation(name: string, parameters: object): OperationCases {
  const of = (orderNo: string, headers = {}) => call(name, { order_no: orderNo, ...parameters }, headers);
  return {
    success: async (world) => of(await donePhoto(world)),
    refusals: {
      forbidden: async (world) => of(await donePhoto(world), viewerCredential),
      unknown_order: () => of('X'),
      illegal_transition: async (world) => of(await unpaidPhoto(world)),
      invalid_parameters: async (world) => of(await paidVip(world)),
      unusable_image: async (world) => {
        const orderNo = await donePhoto(world);
        world.shop.orderImages.plan = { refused: 'no_face' };
        return of(orderNo);
      },
      result_expired: async (world) => {
        const orderNo = await donePhoto(world);
        world.shop.clock.advance(8 * dayMs);
        return of(orderNo);
      },
    },
  };
}

export async function resultLink(world: World): Promise<URL> {
  const { resultUrl } = await world.shop.service.fetchOrder(anonymous, await donePhoto(world));
  return new URL(resultUrl ?? '');
}

export function download({ pathname, search }: URL): Call {
  return { method: 'GET', url: pathname + search };
}

export const guest = async ({ shop }: World) => {
  const { userId } = await shop.order(await shop.placeVip());
  return { authorization: `Bearer guest.${userId}` };
};

export const watch = (query: string, headers = {}): Call => ({
  method: 'GET',
  url: `/index.php/v1/order_events?${query}`,
  headers,
});

export async function endedOrder(world: World): Promise<string> {
  const { shop } = world;
  const orderNo = await shop.paidColourise();
  await shop.drain();
  await shop.refund(orderNo, operator);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'refund/done');
  return orderNo;
}

export function notification(
  provider: string,
  body: Uint8Array,
  signature: string,
  contentType = 'application/json',
): Call {
  const headers = { 'content-type': contentType, 'x-signature': signature };
  return { method: 'POST', url: `/index.php/v1/pay_notify/${provider}`, payload: Buffer.from(body), headers };
}
