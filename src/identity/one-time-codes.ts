/**
 * One-time codes of authenticator apps (RFC 6238: 30 s, 6 digits, SHA-1, which every app supports) and recovery codes.
 */

import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { OneTimeCodes } from '../usecases/ports/second-factors.ts';
import type { Random } from '../usecases/ports/tools.ts';

const issuer = 'Photokiosk';
const rule = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** RFC 4226, 4, R6: "We RECOMMEND a shared secret length of 160 bits." */
const secretBytes = 20;
const appCode = /^\d{6}$/;
/** How many steps of 30 s a device's clock may be ahead or behind (RFC 6238, 5.2). */
const stepsEitherSide = 1;

/**
 * Crockford's base32. It leaves out I, L and O, which look like digits, and U, so that fewer codes contain
 * offensive words.
 */
const recoveryAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** A recovery code has 80 bits, which are too many to try, so the database may store a fast digest of it. */
const recoveryCharacters = 16;
const groupCharacters = 4;
const recoveryCode = new RegExp(`^[${recoveryAlphabet}]{${recoveryCharacters}}$`);

export function createOneTimeCodes(random: Random): OneTimeCodes {
  return {
    newSecret: () => new Secret({ buffer: copyOf(random.bytes(secretBytes)) }).base32,
    addressOf: (secret, account) =>
      new TOTP({ ...rule, issuer, label: account, secret: Secret.fromBase32(secret) }).toString(),
    stepOf(secret, code, now) {
      // Refuse other texts first, because the library throws for six characters that are not six bytes.
      if (!appCode.test(code)) return undefined;
      const totp = new TOTP({ ...rule, secret: Secret.fromBase32(secret) });
      const delta = totp.validate({ token: code, timestamp: now, window: stepsEitherSide });
      return delta === null ? undefined : TOTP.counter({ period: rule.period, timestamp: now }) + delta;
    },
    newRecoveryCode() {
      const characters = Array.from(random.bytes(recoveryCharacters), (byte) => recoveryAlphabet[byte % 32]);
      const groups = [];
      for (let start = 0; start < recoveryCharacters; start += groupCharacters) {
        groups.push(characters.slice(start, start + groupCharacters).join(''));
      }
      return groups.join('-');
    },
    digestOfRecoveryCode(code) {
      const plain = code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
      if (!recoveryCode.test(plain)) return null;
      return createHash('sha256').update(`photokiosk recovery code ${plain}`).digest('base64url');
    },
  };
}

/** Copies the bytes to a buffer of their own, because the given array may be a view of a larger buffer. */
function copyOf(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
