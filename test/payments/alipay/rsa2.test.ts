/**
 * Signatures of Alipay. The notification is a real one, which the tests of the official SDK publish together with the
 * public key of its application (https://github.com/alipay/alipay-sdk-nodejs-all, MIT).
 */

import assert from 'node:assert/strict';
import { createPublicKey, sign } from 'node:crypto';
import { test } from 'node:test';
import { createGateway } from '../../../src/payments/alipay/alipay-gateway.ts';
import { isSignedRsa2, signedText, signRsa2 } from '../../../src/payments/alipay/rsa2.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { account, alipayKeys, applicationKeys } from './fake-keys.ts';

const publishedKey = createPublicKey({
  key: Buffer.from(
    'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAqObrdC7hrgAVM98tK0nv3hSQRGGKT4lBsQjHiGjeYZjOPIPHR5knm2jnnz/YGIXIofVHkA/tAlBAd5DrY7YpvI4tP5EONLtZKC2ghBMx7McI2wRD0xiqzxOQr1FuhZGJ8/AUokBzJrzY+aGX2xcOrxFYRlFilvVLTXg4LWjR1tdPkO6+i7wQZAIVMClPkwVRZEbaERRHlKqTzv2gGv5rDU8gRoe1LeaN+6BlbTqHWkQcNCUNrA8C6l17XAXGKDsm/9TFWwO8EPHHHCaQdjtV5/FdcWIt+L8SR1ss7EXTjYDFtxcKVv9rEoY1lX8T4mX+GbXfZHraG5NCF1+XioL5JwIDAQAB',
    'base64',
  ),
  format: 'der',
  type: 'spki',
});

const published = {
  gmt_create: '2019-08-15 15:56:22',
  charset: 'utf-8',
  seller_email: 'z97-yuquerevenue@service.aliyun.com',
  subject: '语雀空间 500人规模',
  sign: 'QfTb8tqE1BMhS5qAnXtvsF3/jBkEvu9q9en0pdbBUDDjvKycZhQb7h8GDs4FKfi049PynaNuatxSgLb/nLWZpXyyh0LEWdK2S6Ri7nPwrVgOs08zugLO20vOQz44y3ti2Ncm8/wZts1Fr2gZ7pShnVX3d1B50hbsXnObT1r/U8ONNQjWXd0HIul4TG+Q3fm3svmSvFEy0WnzuhcyHPX5Gm4ELNctL6Qd5YniGJFNcc7kopHYtI/XD9YCKCH6Ct02rzUs9i11C9CsadtZn+WhxF26Dqt9sGEFajkJ8cxUTLi8+VCpLHsgPE8P0y095uQcDdK0YjCh4x7wVSov+lrmOQ==',
  buyer_id: '2088102534368455',
  invoice_amount: '0.10',
  notify_id: '2019081500222155624068450559358070',
  fund_bill_list: '[{"amount":"0.10","fundChannel":"ALIPAYACCOUNT"}]',
  notify_type: 'trade_status_sync',
  trade_status: 'TRADE_SUCCESS',
  receipt_amount: '0.10',
  buyer_pay_amount: '0.10',
  sign_type: 'RSA2',
  app_id: '2019073166072302',
  seller_id: '2088531891668739',
  gmt_payment: '2019-08-15 15:56:24',
  notify_time: '2019-08-15 15:56:25',
  version: '1.0',
  out_trade_no: '20190815155618536-564-57',
  total_amount: '0.10',
  trade_no: '2019081522001468450512505578',
  auth_app_id: '2019073166072302',
  buyer_logon_id: 'xud***@126.com',
  point_amount: '0.00',
};

function gatewayWith(publicKey = publishedKey) {
  const parts = {
    ...account,
    key: applicationKeys.privateKey,
    publicKey,
    gatewayUrl: 'https://gateway.test/do',
  };
  return createGateway(parts, manualClock());
}

test('a real notification of a payment is verified as genuine, and is refused after any of its fields was changed', () => {
  const gateway = gatewayWith();
  assert.ok(gateway.isGenuine(published));
  for (const name of Object.keys(published)) {
    const changed = { ...published, [name]: `${Reflect.get(published, name)}0` };
    assert.ok(!gateway.isGenuine(changed), name);
  }
  assert.ok(!gateway.isGenuine({ ...published, body: 'added' }));
  assert.ok(!gateway.isGenuine({ ...published, '': 'added without a name' }));
  assert.ok(!gatewayWith(alipayKeys.publicKey).isGenuine(published));
});

test('the link of a payment page contains every parameter unchanged, and one signature of all parameters', () => {
  const bizContent = {
    out_trade_no: 'P1',
    subject: '彩色 照片 50% + "x" & é\\',
    quit_url: 'https://a/b?c=d&e',
  };
  const call = { bizContent, notifyUrl: 'https://shop.test/n?a=b', returnUrl: 'https://shop.test/r' };
  const url = new URL(gatewayWith().pageUrl('alipay.trade.page.pay', call));
  const { sign: signature = '', ...signed } = Object.fromEntries(url.searchParams);
  assert.deepEqual(JSON.parse(signed.biz_content ?? ''), bizContent);
  assert.deepEqual([signed.notify_url, signed.return_url], [call.notifyUrl, call.returnUrl]);
  assert.ok(isSignedRsa2(signedText(signed), signature, applicationKeys.publicKey));
});

test('the signed text has the names sorted by their bytes, and values are not encoded, and empty values are included', () => {
  assert.equal(signedText({ b: '2&=%', a_b: '', Z: '照片', a: '1' }), 'Z=照片&a=1&a_b=&b=2&=%');
});

test('only the canonical Base64 form of a SHA-256 signature is accepted', () => {
  const { privateKey, publicKey } = alipayKeys;
  const signature = signRsa2('照片', privateKey);
  assert.ok(isSignedRsa2('照片', signature, publicKey));
  const others = [
    '',
    ` ${signature}`,
    signature.replace(/=+$/, ''),
    signature.replaceAll('+', '-').replaceAll('/', '_').concat('='),
    sign('sha1', Buffer.from('照片'), privateKey).toString('base64'),
  ];
  for (const other of others) assert.ok(!isSignedRsa2('照片', other, publicKey), other);
});
