/**
 * The fake's signer against a public test vector, and the adapter's signer against the fake. The vector (RSA key,
 * message and signature) is from WeChat Pay's Go library: `core/auth/signers/sha256withrsa_signer_test.go` in
 * https://github.com/wechatpay-apiv3/wechatpay-go.
 */

import assert from 'node:assert/strict';
import { createPublicKey, X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { isSignatureOf, signLines } from '../../../src/payments/wechat/v3-signature.ts';
import { certificatePem, rsaSign, rsaVerify } from './fake-keys.ts';
import { merchantKeys } from './fake-signer.ts';

const publicKey = createPublicKey({
  key: Buffer.from(
    'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA2VCTd91fnUn73Xy9DLvt/V62TVxRTEEstVdeRaZ3B3leO0pldE806mXO4RwdHXag' +
      'HQ4vGeZN0yqm++rDsGK+U3AH7kejyD2pXshNP9Cq5YwbptiLGtjcquw4HNxJQUOmDeJf2vg6byms9RUipiq4SzbJKqJFlUpbuIPDpSpWz10P' +
      'YmyCNeDGUUK65E5h2B834uxl1zNLYQCrkdBzb8oUxwYeP5a2DNxmjL5lsJML7DGr5znsevnoqGRwTm9fxCGfy8wus7hwKz6clt3Whmmda7UA' +
      'db1c08hEQFVRbF14AR73xbnd8N0obCWJPCbzMCtkaSef4FdEEgEXJiw0VAJT8wIDAQAB',
    'base64',
  ),
  format: 'der',
  type: 'spki',
});
const signature =
  'BKyAfU4iMCuvXMXS0Wzam3V/cnxZ+JaqigPM5OhljS2iOT95OO6Fsuml2JkFANJU9K6q9bLlDhPXuoVz+pp4hAm6pHU4ld815U4jsKu1RkyaII+1' +
  'CYBUYC8TK0XtJ8FwUXXz8vZHh58rrAVN1XwNyvD1vfpxrMT4SL536GLwvpUHlCqIMzoZUguLli/K8V29QiOhuH6IEqLNJn8e9b3nwNcQ7be3CzYG' +
  'pDAKBfDGPCqCv8Rw5zndhlffk2FEA70G4hvMwe51qMN/RAJbknXG23bSlObuTCN7Ndj1aJGH6/L+hdwfLpUtJm4QYVazzW7DFD27EpSQEqA8bX9+' +
  '8m1rLg==';

test('the fake verifies the signature of the public vector, and no other', () => {
  assert.ok(rsaVerify(publicKey, Buffer.from('source'), signature));
  assert.ok(!rsaVerify(publicKey, Buffer.from('sourc'), signature));
  assert.ok(!rsaVerify(merchantKeys.publicKey, Buffer.from('source'), signature));
});

test('the fake refuses a signature that is a larger number than the modulus of the key', () => {
  const largest = Buffer.alloc(256, 0xff).toString('base64');
  assert.ok(!rsaVerify(publicKey, Buffer.from('source'), largest));
});

test('the adapter and the fake make the same signature of the same message', () => {
  const lines = ['POST', '/v3/pay/transactions/jsapi', '1700000000', 'nonce', '{"a":"照"}'];
  const text = lines.map((line) => `${line}\n`).join('');
  assert.equal(
    signLines(merchantKeys.privateKey, lines),
    rsaSign(merchantKeys.privateKey, Buffer.from(text)),
  );
});

test('the adapter accepts the fake’s signature of a message only in its canonical base64 form', () => {
  const body = Buffer.from('{"id":"EV-1"}');
  const text = rsaSign(merchantKeys.privateKey, Buffer.from(`1700000000\nnonce\n${body}\n`));
  const accepts = (given: string, nonce = 'nonce') =>
    isSignatureOf(merchantKeys.publicKey, given, '1700000000', nonce, body);
  assert.ok(accepts(text));
  assert.ok(!accepts(text, 'other'));
  for (const other of [
    `${text}=`,
    `${text}A`,
    ` ${text}`,
    text.replace(/=+$/, ''),
    text.replace(/==$/, '=A'),
  ]) {
    assert.ok(!accepts(other), other);
  }
});

test('the fake’s certificates are X.509 certificates of their keys', () => {
  const from = Date.UTC(2026, 0, 1);
  const until = Date.UTC(2031, 0, 1);
  const certificate = new X509Certificate(certificatePem(merchantKeys, '5157F09EFDC096DE', from, until));
  assert.ok(certificate.publicKey.equals(merchantKeys.publicKey));
  assert.ok(certificate.verify(merchantKeys.publicKey));
  assert.equal(certificate.serialNumber, '5157F09EFDC096DE');
  assert.deepEqual([Date.parse(certificate.validFrom), Date.parse(certificate.validTo)], [from, until]);
});
