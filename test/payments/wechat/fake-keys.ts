/**
 * Keys, signatures and certificates of the fake WeChat Pay, by the published rules: the RSA padding and the
 * certificates are written here byte by byte, so that a mistake of the adapter's signer is noticed.
 */

import {
  constants,
  createCipheriv,
  createHash,
  generateKeyPairSync,
  type KeyObject,
  privateEncrypt,
  publicDecrypt,
} from 'node:crypto';

export interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

/** The keys are made at the first use, because making them takes long and most tests need only some of them. */
export function newKeyPair(): KeyPair {
  let made: KeyPair | undefined;
  const pair = () => {
    made ??= generateKeyPairSync('rsa', { modulusLength: 2048 });
    return made;
  };
  return {
    get publicKey() {
      return pair().publicKey;
    },
    get privateKey() {
      return pair().privateKey;
    },
  };
}

const modulusBytes = 256;
/** The beginning of the DER structure `DigestInfo` for SHA-256 (RFC 8017, section 9.2). */
const sha256Prefix = Buffer.from('3031300d060960864801650304020105000420', 'hex');

/** EMSA-PKCS1-v1_5: `00 01 ff … ff 00`, the prefix and the hash. */
function encoded(message: Uint8Array): Buffer {
  const hash = createHash('sha256').update(message).digest();
  const tail = Buffer.concat([Buffer.from([0]), sha256Prefix, hash]);
  const filling = Buffer.alloc(modulusBytes - 2 - tail.length, 0xff);
  return Buffer.concat([Buffer.from([0, 1]), filling, tail]);
}

/** @returns the signature in base64. */
export function rsaSign(key: KeyObject, message: Uint8Array): string {
  return privateEncrypt({ key, padding: constants.RSA_NO_PADDING }, encoded(message)).toString('base64');
}

/** @returns the modulus of a key of 2,048 bits: 256 bytes, the highest first. */
function modulusOf(key: KeyObject): Buffer {
  return Buffer.from(String(key.export({ format: 'jwk' }).n), 'base64url');
}

export function rsaVerify(key: KeyObject, message: Uint8Array, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64');
  if (bytes.length !== modulusBytes) return false;
  // A signature by another key can be a larger number than this key's modulus: OpenSSL refuses to compute with it.
  if (bytes.compare(modulusOf(key)) >= 0) return false;
  return publicDecrypt({ key, padding: constants.RSA_NO_PADDING }, bytes).equals(encoded(message));
}

export interface Sealed {
  readonly algorithm: 'AEAD_AES_256_GCM';
  readonly ciphertext: string;
  readonly nonce: string;
  readonly associated_data: string;
}

/** Encrypts as WeChat Pay does, with AES-256-GCM: the authentication tag follows the ciphertext. */
export function seal(apiV3Key: string, plain: string, nonce: string, associatedData: string): Sealed {
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(apiV3Key), Buffer.from(nonce));
  cipher.setAAD(Buffer.from(associatedData));
  const parts = [cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return {
    algorithm: 'AEAD_AES_256_GCM',
    ciphertext: Buffer.concat(parts).toString('base64'),
    nonce,
    associated_data: associatedData,
  };
}

function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

/** The name of the certificate's owner, encoded in DER. It has only the part `commonName`. */
function distinguishedName(name: string): Buffer {
  const commonName = Buffer.from('0603550403', 'hex');
  return der(0x30, der(0x31, der(0x30, commonName, der(0x0c, Buffer.from(name)))));
}

/** `YYYYMMDDHHMMSSZ` */
function generalizedTime(at: number): Buffer {
  const text = new Date(at).toISOString().replace(/[-:T]|\.\d+/g, '');
  return der(0x18, Buffer.from(text));
}

/** A self-signed X.509 certificate (RFC 5280). @param serial hexadecimal, first digit 1–7. */
export function certificatePem(pair: KeyPair, serial: string, from: number, until: number): string {
  const sha256WithRsa = der(0x30, Buffer.from('06092a864886f70d01010b0500', 'hex'));
  const name = distinguishedName('Fake WeChat Pay platform');
  const body = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from(serial, 'hex')),
    sha256WithRsa,
    name,
    der(0x30, generalizedTime(from), generalizedTime(until)),
    name,
    pair.publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = Buffer.from(rsaSign(pair.privateKey, body), 'base64');
  const certificate = der(0x30, body, sha256WithRsa, der(0x03, Buffer.from([0]), signature));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
