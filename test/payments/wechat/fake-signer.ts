/**
 * The account and the keys of the fake WeChat Pay: its signatures, and the platform certificates that it can renew. The
 * keys are new in every process.
 */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Clock } from '../../../src/usecases/ports/tools.ts';
import { certificatePem, type KeyPair, newKeyPair, rsaSign, seal } from './fake-keys.ts';
import { type Reply, refuse } from './fake-records.ts';

export const merchantKeys = newKeyPair();
const publicKeyPair = newKeyPair();
/** The keys of the platform certificates: first the old one, then the new one. */
export const certificatePairs: readonly KeyPair[] = [newKeyPair(), newKeyPair()];
export const strangerKeys = newKeyPair();

export const account = {
  mchId: '1900000109',
  appId: 'wx0123456789abcdef',
  mchSerial: '1DDE55AD98ED71D6EDD4A4A16996DE7B47773A8C',
  apiV3Key: '0123456789abcdef0123456789ABCDEF',
  publicKeyId: 'PUB_KEY_ID_0119000001092026112000001',
  publicKey: publicKeyPair.publicKey,
} as const;

interface PlatformCertificate {
  readonly serial: string;
  readonly pair: KeyPair;
  readonly pem: string;
}

const dayMs = 24 * 60 * 60_000;

/** How the service verifies messages of WeChat Pay: with one public key, or with platform certificates that change. */
export type KeyMode = 'public key' | 'certificates';

/** What tests change while the fake runs. */
interface SignerSetting {
  /** How far the clock of WeChat Pay is ahead. */
  readonly skewMs: number;
  /** With which kind of key WeChat Pay signs notifications. */
  readonly signsWith: string;
}

export function createFakeSigner(clock: Clock, mode: KeyMode, setting: SignerSetting) {
  let certificates: readonly PlatformCertificate[] =
    mode === 'certificates' ? [newCertificate(0, clock.now())] : [];
  let counter = 0;

  const now = () => clock.now() + setting.skewMs;
  const random = (bytes: number) =>
    createHash('sha512')
      .update(`fake ${++counter}`)
      .digest('hex')
      .slice(0, bytes * 2);

  /** @param named the `Wechatpay-Serial` of a request, which decides the key of the answer; empty: a certificate. */
  function signer(named: string | undefined): { serial: string; pair: KeyPair } {
    const isPublicKey =
      named === undefined ? setting.signsWith === 'public key' : named === account.publicKeyId;
    if (isPublicKey) return { serial: account.publicKeyId, pair: publicKeyPair };
    const newest = certificates.at(-1);
    assert.ok(newest !== undefined);
    return newest;
  }

  function signedHeaders(
    body: Buffer,
    signedBy?: KeyPair,
    skewMs = 0,
    named?: string,
  ): Record<string, string> {
    const { serial, pair } = signer(named);
    const timestamp = String(Math.floor((now() + skewMs) / 1000));
    const nonce = random(16);
    const message = Buffer.concat([Buffer.from(`${timestamp}\n${nonce}\n`), body, Buffer.from('\n')]);
    return {
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': nonce,
      'wechatpay-serial': serial,
      'wechatpay-signature': rsaSign((signedBy ?? pair).privateKey, message),
    };
  }

  function certificateList(): Reply {
    if (mode === 'public key') return refuse(404, 'RESOURCE_NOT_EXISTS', '无可用的平台证书');
    const data = certificates.map(({ serial, pem }) => ({
      serial_no: serial,
      encrypt_certificate: seal(account.apiV3Key, pem, random(6), 'certificate'),
    }));
    return { status: 200, body: { data } };
  }

  return {
    now,
    random,
    signedHeaders,
    certificateList,
    /** WeChat Pay adds a certificate, or removes the older ones. New messages use the newest. */
    rotate(step: 'add' | 'drop old'): void {
      certificates =
        step === 'add' ? [...certificates, newCertificate(1, clock.now())] : certificates.slice(-1);
    },
  };
}

export function certificateSerial(index: number): string {
  return `5157F09EFDC096DE15EBE81A47057A7232F1B8E${index}`;
}

function newCertificate(index: number, now: number): PlatformCertificate {
  const pair = certificatePairs[index];
  assert.ok(pair !== undefined);
  const serial = certificateSerial(index);
  return { serial, pair, pem: certificatePem(pair, serial, now - dayMs, now + 5 * 365 * dayMs) };
}
