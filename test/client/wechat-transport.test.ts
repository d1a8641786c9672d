/** The transport of mini programs: how long `wx` waits for a response. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Wx, wechatTransport } from '../../client/src/wechat-transport.ts';

const request = { method: 'POST', url: 'https://kiosk.test/v1/x', headers: {}, signal: null } as const;

describe('a call by wx', () => {
  for (const [what, options, callMs, uploadMs] of [
    ['may take a minute, and an upload two and a half', undefined, 60_000, 150_000],
    ['may take the time that the app has set', { timeoutMs: 7_000 }, 7_000, 7_000],
  ] as const) {
    it(what, async () => {
      const timeouts: number[] = [];
      const answer: Wx['request'] & Wx['uploadFile'] = ({ timeout, success }) => {
        timeouts.push(timeout);
        success({ statusCode: 200, data: '{}' });
      };
      const wx: Wx = { request: answer, uploadFile: answer, getRandomValues: () => assert.fail() };
      const transport = wechatTransport(wx, options);
      await transport.send({ ...request, body: { kind: 'json', text: '{}' } });
      await transport.send({ ...request, body: { kind: 'file', file: 'wxfile://photo.jpg' } });
      assert.deepEqual(timeouts, [callMs, uploadMs]);
    });
  }

  for (const [what, body] of [
    ['request', { kind: 'json', text: '{}' }],
    ['upload', { kind: 'file', file: 'wxfile://photo.jpg' }],
  ] as const) {
    it(`ends at once when its signal aborts, and ends the ${what} of wx`, async () => {
      let ended = 0;
      const abort = () => {
        ended += 1;
      };
      const silent = () => ({ abort });
      const wx: Wx = { request: silent, uploadFile: silent, getRandomValues: () => assert.fail() };
      const controller = new AbortController();
      const reason = new Error('the customer left');
      const call = wechatTransport(wx).send({ ...request, body, signal: controller.signal });
      controller.abort(reason);
      const later = new Promise((resolve) => setImmediate(resolve, 'goes on'));
      assert.equal(await Promise.race([call.catch((error: unknown) => error), later]), reason);
      assert.equal(ended, 1);
    });
  }

  it('no longer listens to its signal after the response', async () => {
    const answer: Wx['request'] & Wx['uploadFile'] = ({ success }) => {
      success({ statusCode: 200, data: '{}' });
      return { abort: () => assert.fail('the call has ended') };
    };
    const wx: Wx = { request: answer, uploadFile: answer, getRandomValues: () => assert.fail() };
    const controller = new AbortController();
    const body = { kind: 'json', text: '{}' } as const;
    await wechatTransport(wx).send({ ...request, body, signal: controller.signal });
    controller.abort();
  });
});
