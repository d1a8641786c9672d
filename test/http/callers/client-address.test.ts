/** Which addresses count as one client. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clientKey } from '../../../src/http/callers/client-address.ts';

describe('the client of a request', () => {
  const sameClient: Readonly<Record<string, readonly [string, string]>> = {
    'an IPv4 address and the same with a port': ['192.0.2.1', '192.0.2.1:5678'],
    'an IPv6 address and the same with a port': ['2001:db8:1:2::9', '[2001:db8:1:2::9]:5678'],
    'an IPv6 address and the same in brackets': ['2001:db8:1:2::9', '[2001:db8:1:2::9]'],
    'two addresses of one /64 network': ['2001:db8:1:2::9', '2001:DB8:1:2:ffff:0:0:1'],
    'an IPv4 address and the same as IPv6': ['192.0.2.1', '::ffff:192.0.2.1'],
    'an IPv4 address and the same as hexadecimal IPv6': ['192.0.2.1', '::FFFF:c000:0201'],
    'an IPv4 address and the same as complete IPv6': ['192.0.2.1', '0:0:0:0:0:ffff:192.0.2.1'],
  };
  for (const [what, [one, other]] of Object.entries(sameClient)) {
    it(`is the same for ${what}`, () => assert.equal(clientKey(one), clientKey(other)));
  }

  const otherClient: Readonly<Record<string, readonly [string, string]>> = {
    'two IPv4 addresses with ports': ['192.0.2.1:5678', '192.0.2.2:5678'],
    'two IPv4 addresses as hexadecimal IPv6': ['::ffff:c000:201', '::ffff:c000:202'],
    'addresses of two /64 networks': ['2001:db8:1:2::9', '2001:db8:1:3::9'],
  };
  for (const [what, [one, other]] of Object.entries(otherClient)) {
    it(`is another for ${what}`, () => assert.notEqual(clientKey(one), clientKey(other)));
  }
});
