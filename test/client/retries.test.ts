/** When the client repeats a call, and what a repetition contains. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError } from '../../client/src/api-error.ts';
import { createPhotokiosk, type Photokiosk } from '../../client/src/photokiosk.ts';
import { readRepositoryFile } from '../support/source-files.ts';
import { type StubAnswer, stubTransport } from './stub-transport.ts';

interface OpenApi {
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly post?: {
          readonly operationId: string;
          readonly parameters?: readonly { readonly name: string }[];
        };
      }
    >
  >;
}

const openApi: OpenApi = JSON.parse(readRepositoryFile('docs/openapi.json'));

function shopWith(answers: readonly StubAnswer[]) {
  const transport = stubTransport(answers);
  const pauses: number[] = [];
  const shop = createPhotokiosk({
    baseUrl: 'https://photos.example/',
    transport,
    retries: {
      pause: async (ms) => {
        pauses.push(ms);
      },
    },
  });
  const keys = () => transport.requests.map(({ headers }) => headers['idempotency-key']);
  return { shop, transport, pauses, keys };
}

const ordered: StubAnswer = { status: 200, body: { order_no: 'N' } };
const vip = { id: 3, funct_name: 'mark_order_vip' };
const refusal = (code: string, status: number, seconds?: number): StubAnswer => ({
  status,
  body: { code, detail: 'x' },
  ...(seconds === undefined ? {} : { headers: { 'retry-after': String(seconds) } }),
});

describe('a failed call', () => {
  it('is repeated after growing pauses with the same idempotency key while no response arrives', async () => {
    const { shop, pauses, keys } = shopWith([{ status: 0 }, { status: 502, body: '<h1>' }, ordered]);
    assert.equal(await shop.order(vip), 'N');
    assert.deepEqual(pauses, [500, 1_000]);
    assert.deepEqual(keys(), ['key-1', 'key-1', 'key-1']);
  });

  for (const answer of [
    refusal('too_many_requests', 429, 7),
    refusal('unavailable', 503, 7),
    refusal('request_in_flight', 409, 7),
  ]) {
    it(`with status ${answer.status} is repeated after the wait that the service asks for`, async () => {
      const { shop, pauses } = shopWith([answer, ordered]);
      await shop.order(vip);
      assert.deepEqual(pauses, [7_000]);
    });
  }

  it('fails at once when the service asks for a wait of minutes', async () => {
    const { shop, pauses } = shopWith([refusal('too_many_requests', 429, 120)]);
    await assert.rejects(shop.order(vip), { code: 'too_many_requests', retryAfterMs: 120_000 });
    assert.deepEqual(pauses, []);
  });

  for (const [value, pauseMs] of [
    // RFC 9110, 10.2.3: a proxy may also send a date.
    ['Mon, 02 Nov 2026 01:30:07 GMT', 7_000],
    // The clock of the device may be wrong.
    ['Mon, 02 Nov 2026 01:29:00 GMT', 500],
    ['', 500],
    ['-7', 500],
    ['soon', 500],
  ] as const) {
    it(`is repeated after ${pauseMs} ms at half past one if Retry-After is “${value}”`, async (t) => {
      t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-02T01:30:00Z') });
      const { shop, pauses } = shopWith([{ status: 503, headers: { 'retry-after': value } }, ordered]);
      await shop.order(vip);
      assert.deepEqual(pauses, [pauseMs]);
    });
  }

  it('fails with the last error after four repetitions', async () => {
    const { shop, transport } = shopWith(Array<StubAnswer>(5).fill({ status: 0 }));
    await assert.rejects(shop.order(vip), { code: 'unreachable', status: 0 });
    assert.equal(transport.requests.length, 5);
  });

  for (const [code, status] of [
    ['invalid_parameters', 422],
    ['illegal_transition', 409],
    ['internal', 500],
  ] as const) {
    it(`with the code ${code} is not repeated`, async () => {
      const { shop } = shopWith([refusal(code, status)]);
      await assert.rejects(shop.order(vip), (error) => error instanceof ApiError && error.code === code);
    });
  }

  it('is not repeated while the operator has closed the shop', async () => {
    const closed = { code: 'unavailable', reason: 'shop_closed', detail: 'x' };
    const { shop } = shopWith([{ status: 503, body: closed }]);
    await assert.rejects(shop.order(vip), { code: 'unavailable', reason: 'shop_closed' });
  });

  it('that ends tokens is repeated with the same key and the same token when its response is lost', async () => {
    const ended: StubAnswer = { status: 200, body: { ended: true }, headers: { 'x-user-token': 'next' } };
    const { shop, transport, keys } = shopWith([{ status: 0 }, ended]);
    shop.setToken('lost');
    await shop.call('end_guest_tokens');
    assert.deepEqual(keys(), ['key-1', 'key-1']);
    assert.deepEqual(
      transport.requests.map(({ headers }) => headers.authorization),
      ['Bearer lost', 'Bearer lost'],
    );
    assert.equal(shop.token(), 'next');
  });
});

describe('a call', () => {
  it('that creates something has a new idempotency key, and any other call has none', async () => {
    const { shop, keys } = shopWith([ordered, ordered, { status: 200, body: [] }]);
    await shop.order(vip);
    await shop.order(vip);
    await shop.listGoods();
    assert.deepEqual(keys(), ['key-1', 'key-2', undefined]);
  });

  it('of each operation that accepts an idempotency key has one, and a call of any other operation has none', async () => {
    const operations = Object.entries(openApi.paths).flatMap(([path, { post }]) =>
      path.startsWith('/index.php/v1/') ? (post ?? []) : [],
    );
    assert.ok(operations.length > 20);
    const { shop, keys } = shopWith(operations.map(() => ({ status: 200 })));
    for (const { operationId } of operations) {
      // `call` excludes uploads only by its type.
      await shop.call(operationId as 'pay_order', { order_no: 'N' });
    }
    const keyed = (names: readonly unknown[]) => operations.filter((_, at) => names[at] !== undefined);
    const accepting = operations.filter(({ parameters }) =>
      parameters?.some(({ name }) => name === 'Idempotency-Key'),
    );
    assert.ok(accepting.length > 5);
    assert.deepEqual(keyed(keys()), accepting);
  });

  it('with a key of the caller sends this key', async () => {
    const { shop, keys } = shopWith([{ status: 0 }, { status: 200 }]);
    const report = { order_no: 'N', reason: 'other' } as const;
    await shop.call('report_problem', report, { idempotencyKey: 'mine' });
    assert.deepEqual(keys(), ['mine', 'mine']);
  });

  it('that only reads takes no key, because the key would have no effect', () => {
    type KeyOf<Options> = Extract<keyof NonNullable<Options>, 'idempotencyKey'>;
    type OfReads =
      | KeyOf<Parameters<Photokiosk<string>['listGoods']>[0]>
      | KeyOf<Parameters<Photokiosk<string>['fetchOrder']>[1]>;
    // The type check fails here if one of them takes a key.
    const isLeftOut: [OfReads] extends [never] ? true : false = true;
    assert.ok(isLeftOut);
  });

  it('sends the guest token of an earlier response', async () => {
    const { shop, transport } = shopWith([{ ...ordered, headers: { 'x-user-token': 'T' } }, ordered]);
    await shop.order(vip);
    await shop.order(vip);
    assert.equal(shop.token(), 'T');
    assert.deepEqual(
      transport.requests.map(({ headers }) => headers.authorization),
      [undefined, 'Bearer T'],
    );
  });

  it('sends the token that `setToken` was given, and none after null', async () => {
    const { shop, transport } = shopWith([ordered, ordered]);
    shop.setToken('of login');
    await shop.order(vip);
    shop.setToken(null);
    await shop.order(vip);
    assert.deepEqual(
      transport.requests.map(({ headers }) => headers.authorization),
      ['Bearer of login', undefined],
    );
  });

  it('on a page of the service keeps no guest token, because a cookie identifies the guest', async () => {
    const transport = stubTransport([{ ...ordered, headers: { 'x-user-token': 'T' } }]);
    const shop = createPhotokiosk({ baseUrl: '', transport, credentials: 'cookie' });
    await shop.order(vip);
    assert.equal(shop.token(), null);
  });

  it('fails when a response with status 200 is not the service’s', async () => {
    const { shop } = shopWith([{ status: 200, body: '<h1>Welcome to the airport</h1>' }]);
    await assert.rejects(shop.listGoods(), { code: 'unreachable' });
  });
});
