/** Errors of API calls in both pages, and when a page repeats a failed call. Without a browser. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { QueryObserver } from '@tanstack/react-query';
import { ApiError, errorOfAnswer, isFinalRefusal } from '../../client/src/api-error.ts';
import { createQueryClient, refetchAfterChange } from '../../web/shared/api/query-client.ts';

function errorOf(status: number, body: string, headers: Readonly<Record<string, string>> = {}): ApiError {
  return errorOfAnswer(status, body, (name) => headers[name] ?? null);
}

describe('the error of a response', () => {
  it('has the code, the reason and the field errors of the problem document', () => {
    const fields = [
      { pointer: '/num', detail: 'must be …', code: 'integer_range', params: { min: 1, max: 36 } },
    ];
    const problem = { code: 'invalid_parameters', reason: 'x', detail: 'Wrong.', errors: fields };
    const error = errorOf(422, JSON.stringify(problem), { 'retry-after': '8', 'x-request-id': 'r1' });
    const { code, status, reason, message, errors, retryAfterMs, requestId } = error;
    assert.deepEqual([code, status, reason, message], ['invalid_parameters', 422, 'x', 'Wrong.']);
    assert.deepEqual(errors, fields);
    assert.deepEqual([retryAfterMs, requestId], [8_000, 'r1']);
  });

  for (const [status, code] of [
    [502, 'unavailable'],
    [504, 'unavailable'],
    [500, 'internal'],
    [404, 'internal'],
  ] as const) {
    it(`has the code ${code} for a proxy’s HTML page with status ${status}`, () =>
      assert.equal(errorOf(status, '<h1>Bad gateway</h1>').code, code));
  }

  it('has default values in place of members of the problem document that have a wrong type', () => {
    const error = errorOf(
      400,
      JSON.stringify({ code: 7, errors: [null, { params: { a: [] } }], reason: {} }),
    );
    assert.equal(error.code, 'internal');
    assert.equal(error.reason, null);
    assert.deepEqual(error.errors, [{ pointer: '', detail: '', code: null, params: {} }]);
  });
});

describe('a refusal', () => {
  for (const status of [400, 401, 403, 404, 410, 422]) {
    it(`with status ${status} is final, so the page does not repeat the call`, () =>
      assert.ok(isFinalRefusal(new ApiError({ code: 'x', status }))));
  }
  for (const status of [0, 408, 409, 429, 500, 503]) {
    it(`with status ${status} is not final, so the page may repeat the call`, () =>
      assert.ok(!isFinalRefusal(new ApiError({ code: 'x', status }))));
  }
});

describe('a failed query', () => {
  const rules = { queryRetriesMax: 3, mutationRetriesMax: 0, staleMs: 0, refetchOnWindowFocus: false };

  /** @returns how often the query was called before it finally failed. */
  async function callsOf(error: Error): Promise<number> {
    let calls = 0;
    const query = {
      queryKey: ['failing'],
      queryFn: () => {
        calls += 1;
        return Promise.reject(error);
      },
    };
    await assert.rejects(createQueryClient(rules).fetchQuery(query), error);
    return calls;
  }

  for (const code of ['unreachable', 'offline', 'unavailable', 'request_in_flight', 'too_many_requests']) {
    it(`with code ${code} is repeated as often as the page allows`, async () =>
      assert.equal(await callsOf(new ApiError({ code, status: 503, retryAfterMs: 0 })), 4));
  }

  it('is not repeated by the page if the service asks it to wait for long', async () =>
    assert.equal(
      await callsOf(new ApiError({ code: 'too_many_requests', status: 429, retryAfterMs: 40_000 })),
      1,
    ));

  it('is not repeated while the operator has closed the shop', async () =>
    assert.equal(
      await callsOf(new ApiError({ code: 'unavailable', status: 503, reason: 'shop_closed' })),
      1,
    ));

  it('is not repeated after a final refusal or a bug in the page', async () => {
    assert.equal(await callsOf(new ApiError({ code: 'forbidden', status: 403 })), 1);
    assert.equal(await callsOf(new TypeError('a bug')), 1);
  });
});

describe('a query that is fetched again after a change', () => {
  it('does not take the response of a first fetch that began before the change', async () => {
    const client = createQueryClient({
      queryRetriesMax: 0,
      mutationRetriesMax: 0,
      staleMs: 0,
      refetchOnWindowFocus: false,
    });
    const beforeChange = Promise.withResolvers<string>();
    const answers = [beforeChange.promise, Promise.resolve('new')];
    const observer = new QueryObserver(client, {
      queryKey: ['list'],
      queryFn: () => answers.shift() ?? assert.fail('fetched more than twice'),
    });
    const seen: unknown[] = [];
    const hasData = Promise.withResolvers<void>();
    const stop = observer.subscribe(({ data }) => {
      seen.push(data);
      if (data !== undefined) hasData.resolve();
    });
    refetchAfterChange(client, [['list']]);
    beforeChange.resolve('old');
    await hasData.promise;
    stop();
    client.clear();
    assert.deepEqual(new Set(seen), new Set([undefined, 'new']));
  });
});
