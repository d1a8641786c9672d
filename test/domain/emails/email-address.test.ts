import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  maskEmailAddress,
  parseEmailAddress,
  parseMailbox,
  withoutEmailAddresses,
} from '../../../src/domain/emails/email-address.ts';

for (const [given, parsed] of [
  ['ann@example.com', 'ann@example.com'],
  ['Ann.Lee+shop@EXAMPLE.Co.Uk', 'Ann.Lee+shop@example.co.uk'],
  ['ann@bücher.example', 'ann@xn--bcher-kva.example'],
  ['1234567@qq.com', '1234567@qq.com'],
  ['ann@localhost', undefined],
  ['ann', undefined],
  ['@example.com', undefined],
  ['ann@', undefined],
  ['ann@-x.com', undefined],
  ['ann@example..com', undefined],
  ['ann@[127.0.0.1]', undefined],
  ['ann@127.1', undefined],
  ['ann <ann@example.com>', undefined],
  ['ann@example.com,bob@example.com', undefined],
  ['安@example.com', undefined],
  ['ann@example.com/x', undefined],
  [`${'a'.repeat(65)}@example.com`, undefined],
  [`a@${`${'b'.repeat(60)}.`.repeat(5)}com`, undefined],
] as const) {
  test(`${given} is parsed as ${parsed}`, () => assert.equal(parseEmailAddress(given), parsed));
}

test('parsing a parsed address gives the same address, and the address contains no character that ends a header', () => {
  fc.assert(
    fc.property(fc.oneof(fc.emailAddress(), fc.string({ unit: 'binary' })), (text) => {
      const address = parseEmailAddress(text);
      if (address === undefined) return;
      assert.equal(parseEmailAddress(address), address);
      assert.match(address, /^[!-~]+$/);
      assert.doesNotMatch(address, /[<>,;:"()[\]\\]/);
    }),
  );
});

test('a masked address shows one character and the domain', () => {
  assert.equal(maskEmailAddress('ann.lee@example.com'), 'a•••@example.com');
});

test('e-mail addresses are removed from the response of a mail server', () => {
  assert.equal(
    withoutEmailAddresses('550 5.1.1 <ann@example.com>: unknown; to=bob@example.com, (eve@x.y)'),
    '550 5.1.1 <•••>: unknown; to=•••, (•••)'.replace('to=•••', '•••'),
  );
});

for (const [given, parsed] of [
  ['photos@shop.example', { name: '', address: 'photos@shop.example' }],
  ['Photos <photos@shop.example>', { name: 'Photos', address: 'photos@shop.example' }],
  ['"Photos, Ltd." <photos@shop.example>', { name: 'Photos, Ltd.', address: 'photos@shop.example' }],
  ['照片店 <photos@shop.example>', { name: '照片店', address: 'photos@shop.example' }],
  ['Photos photos@shop.example', undefined],
  ['Photos <photos>', undefined],
  ['a <b> <photos@shop.example>', undefined],
] as const) {
  test(`the sender ${given} is parsed`, () => assert.deepEqual(parseMailbox(given), parsed));
}
