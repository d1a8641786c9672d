import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseMessages } from '../../../src/store/postgres/message-payload.ts';

describe('the payload of a PostgreSQL `notify`', () => {
  it('is parsed to the messages that were published', () => {
    const messages = [
      { kind: 'jobs_ready' },
      { kind: 'order_changed', orderNo: 'A' },
      { kind: 'order_progress', orderNo: 'A', fraction: 0.25 },
    ];
    assert.deepEqual(parseMessages(JSON.stringify(messages)), messages);
    assert.deepEqual(parseMessages('[]'), []);
  });

  for (const payload of [
    '',
    '{',
    '{}',
    'null',
    '[null]',
    '[{"kind":"other","orderNo":"A"}]',
    '[{"kind":"order_changed"}]',
    '[{"kind":"order_progress","orderNo":"A"}]',
    '[{"kind":"jobs_ready"},{}]',
  ]) {
    it(`is refused if it is ${payload === '' ? 'empty' : payload}`, () => {
      assert.equal(parseMessages(payload), undefined);
    });
  }
});
