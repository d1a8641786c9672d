/**
 * Published examples: of WeChat's message push (message-push.html), and of the signatures of virtual payment (the
 * official text in minibear2021/wechat-xpay, `docs/apis.txt`, MIT). The tests check the service and the fake against
 * these examples.
 */

import assert from 'node:assert/strict';
import { createHmac, createSecretKey } from 'node:crypto';
import { test } from 'node:test';
import { verifyPush } from '../../../src/payments/wechat-api/message-push.ts';
import { openPush } from '../../../src/payments/wechat-api/push-crypto.ts';
import { clientData } from '../../../src/payments/wechat-virtual/client-data.ts';
import { paySignature } from '../../../src/payments/wechat-virtual/xpay-client.ts';
import { addressCheck, encrypt, pushMessage } from './fake-push.ts';

const keys = { appId: 'wxba5fad812f8e6fb9', token: 'AAAAA', aesKey: 'A'.repeat(43) } as const;
const encrypted =
  '+qdx1OKCy+5JPCBFWw70tm0fJGb2Jmeia4FCB7kao+/Q5c/ohsOzQHi8khUOb05JCpj0JB4RvQMkUyus8TPxLKJGQqcvZqzDpVzazhZv6JsXUnnR8XGT740XgXZUXQ7vJVnAG+tE8NUd4yFyjPy7GgiaviNrlCTj+l5kdfMuFUPpRSrfMZuMcp3Fn2Pede2IuQrKEYwKSqFIZoNqJ4M8EajAsjLY2km32IIjdf8YL/P50F7mStwntrA2cPDrM1kb6mOcfBgRtWygb3VIYnSeOBrebufAlr7F9mFUPAJGj04=';
const secureQuery = {
  signature: '6c5c811b55cc85e0e1b54100749188c20beb3f5d',
  timestamp: '1714112445',
  nonce: '415670741',
  encrypt_type: 'aes',
  msg_signature: '046e02f8204d34f8ba5fa3b1db94908f3df2e9b3',
};
const secureClock = { now: () => 1_714_112_445_000 };

test('the published encrypted push is verified, decrypted and read', () => {
  const body = Buffer.from(JSON.stringify({ ToUserName: 'gh_97417a04a28d', Encrypt: encrypted }));
  const push = verifyPush(keys, secureClock, { method: 'POST', headers: {}, query: secureQuery, body });
  assert.ok(push.kind === 'message');
  assert.deepEqual(push.fields, {
    ToUserName: 'gh_97417a04a28d',
    FromUserName: 'o9AgO5Kd5ggOC-bXrbNODIiE3bGY',
    CreateTime: 1714112445,
    MsgType: 'event',
    Event: 'debug_demo',
    debug_str: 'hello world',
  });
});

test('the published push is refused with the code for a wrong recipient if the service has the app id of another mini program', () => {
  const body = Buffer.from(JSON.stringify({ ToUserName: 'gh_97417a04a28d', Encrypt: encrypted }));
  const notification = { method: 'POST', headers: {}, query: secureQuery, body } as const;
  const push = verifyPush({ ...keys, appId: 'wx0000000000000000' }, secureClock, notification);
  assert.ok(push.kind === 'forged' && push.code === 'recipient');
});

test('the signature of an encrypted push is `msg_signature`: a push with only the right `signature` is refused', () => {
  const body = Buffer.from(JSON.stringify({ ToUserName: 'gh_97417a04a28d', Encrypt: encrypted }));
  const query = { ...secureQuery, msg_signature: secureQuery.signature };
  const push = verifyPush(keys, secureClock, { method: 'POST', headers: {}, query, body });
  assert.ok(push.kind === 'forged' && push.code === 'signature');
});

test('the published plain push and the published check of the address are verified', () => {
  const plain = verifyPush(
    { ...keys, aesKey: null },
    { now: () => 1_714_037_059_000 },
    {
      method: 'POST',
      headers: {},
      query: {
        signature: '899cf89e464efb63f54ddac96b0a0a235f53aa78',
        timestamp: '1714037059',
        nonce: '486452656',
      },
      body: Buffer.from('{"Event":"debug_demo"}'),
    },
  );
  assert.equal(plain.kind, 'message');
  const check = verifyPush(
    keys,
    { now: () => 1_714_036_504_000 },
    {
      method: 'GET',
      headers: {},
      query: {
        signature: 'f464b24fc39322e44b38aa78f5edd27bd1441696',
        echostr: '4375120948345356249',
        timestamp: '1714036504',
        nonce: '1514711492',
      },
      body: new Uint8Array(),
    },
  );
  assert.ok(check.kind === 'address_check');
  assert.equal(check.answer.body, '4375120948345356249');
});

test('the fake signs and encrypts as the published examples do', () => {
  const account = { ...keys, originalId: 'gh_97417a04a28d' };
  assert.equal(
    addressCheck(account, 1_714_036_504_000, '1514711492', '1').query.signature,
    'f464b24fc39322e44b38aa78f5edd27bd1441696',
  );
  const plain = pushMessage(account, { format: 'json', mode: 'plain' }, '{}', 1_714_037_059_000, '486452656');
  assert.equal(plain.query.signature, '899cf89e464efb63f54ddac96b0a0a235f53aa78');
  const published = openPush(keys.aesKey, encrypted);
  const ours = openPush(keys.aesKey, encrypt(account, published?.message ?? '', 'seed'));
  assert.deepEqual(ours, published);
});

const body = '{"openid": "xxx", "user_ip": "127.0.0.1", "env": 0}';

test('the service computes the signatures of virtual payment that the examples contain', () => {
  const appKey = createSecretKey(Buffer.from('12345'));
  assert.equal(
    paySignature(appKey, '/xpay/query_user_balance', body),
    'c37809f27c6d7fd1837ad2500a04512b66b34fd793a39a385fade56dca89a4b5',
  );
});

test('the key of the customer’s signature is the base64 text of the session key, not its decoded bytes, as in the published example', () => {
  const published = '089d9e8dc5d308977360c4b79ec600a93d736802802a807d634192328032f6c7';
  const sessionKey = '9hAb/NEYUlkaMBEsmFgzig==';
  assert.equal(createHmac('sha256', sessionKey).update(body).digest('hex'), published);
  const parts = { offerId: '1450012345', appKey: createSecretKey(Buffer.from('12345')), env: 0 } as const;
  const request = { paymentNo: 'P0123456', orderNo: 'O1', goodId: 3, quantity: 3, amountMinor: 5970 };
  const { mode, signData = '', signature } = clientData(parts, request, sessionKey);
  assert.equal(mode, 'short_series_goods');
  assert.equal(signature, createHmac('sha256', sessionKey).update(signData).digest('hex'));
  assert.deepEqual(JSON.parse(signData), {
    offerId: '1450012345',
    buyQuantity: 3,
    env: 0,
    currencyType: 'CNY',
    productId: 'good_3_1990',
    goodsPrice: 1990,
    outTradeNo: 'P0123456',
    attach: 'O1',
  });
});
