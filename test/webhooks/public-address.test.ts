import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPublicAddress } from '../../src/webhooks/public-address.ts';

for (const address of [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '64:ff9b::7f00:1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'ff02::1',
  'localhost',
  '',
]) {
  test(`${address || 'an empty text'} is not a public address`, () => {
    assert.equal(isPublicAddress(address), false);
  });
}

for (const address of ['1.1.1.1', '8.8.8.8', '172.15.0.1', '172.32.0.1', '2606:4700::1111', '2400:3200::1']) {
  test(`${address} is a public address`, () => {
    assert.equal(isPublicAddress(address), true);
  });
}
