/** The ways of paying that the shop lists, which depend on the customer's device and on the enabled providers. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Device, deviceOf, waysFor } from '../../web/shop/payment/ways.ts';

const stripe = { name: 'stripe', channels: ['checkout'] };
const guestsWechat = { name: 'wechat', channels: ['native', 'h5'] };
const signedInWechat = { name: 'wechat', channels: ['jsapi', 'native', 'h5'] };
const virtual = { name: 'wechat_virtual', channels: ['goods'] };
const alipay = { name: 'alipay', channels: ['page', 'wap', 'qr'] };
const sandbox = { name: 'sandbox', channels: ['checkout', 'qr'] };
const all = [stripe, guestsWechat, virtual, alipay];

const table: readonly (readonly [string, Device, typeof all, readonly string[]])[] = [
  ['at a desk', 'desk', all, ['stripe/checkout', 'wechat/native', 'alipay/page', 'alipay/qr']],
  ['on a phone', 'phone', all, ['stripe/checkout', 'wechat/h5', 'alipay/wap']],
  ['in WeChat, not signed in', 'wechat', all, ['wechat/native', 'stripe/checkout', 'alipay/wap']],
  ['in WeChat, signed in', 'wechat', [stripe, signedInWechat], ['wechat/jsapi', 'stripe/checkout']],
  ['at a desk, signed in with WeChat', 'desk', [signedInWechat], ['wechat/native']],
  ['on a phone, signed in with WeChat', 'phone', [signedInWechat], ['wechat/h5']],
  ['in Alipay', 'alipay', all, ['alipay/wap', 'stripe/checkout', 'wechat/h5']],
  ['with the sandbox at a desk', 'desk', [sandbox], ['sandbox/checkout', 'sandbox/qr']],
  ['with a provider that has no channel for a phone', 'phone', [{ name: 'x', channels: ['qr'] }], ['x/qr']],
  ['with virtual payment only', 'wechat', [virtual], []],
];

describe('the ways of paying', () => {
  for (const [situation, device, providers, ways] of table) {
    it(`${situation} are ${ways.join(', ') || 'none'}`, () =>
      assert.deepEqual(
        waysFor(providers, device).map(({ provider, channel }) => `${provider}/${channel}`),
        ways,
      ));
  }
});

const agents: readonly (readonly [Device, string])[] = [
  ['desk', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'],
  ['desk', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/116.0.0.0 MicroMessenger/7.0.20 WindowsWechat'],
  ['phone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1'],
  [
    'phone',
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
  ],
  ['wechat', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 MicroMessenger/8.0.68'],
  ['alipay', 'Mozilla/5.0 (Linux; Android 15) Mobile Safari/537.36 AliApp(AP/10.6) AlipayClient/10.6'],
];

describe('the device', () => {
  for (const [device, agent] of agents) {
    it(`is ${device} for the User-Agent ${agent}`, () => assert.equal(deviceOf(agent), device));
  }
});
