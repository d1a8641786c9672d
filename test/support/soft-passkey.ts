/**
 * An authenticator in memory: makes one ES256 key and signs challenges as WebAuthn defines it (Level 3, 6.1 and 6.5.4). It
 * writes the bytes itself, without the library of the service.
 */

import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const userPresent = 1;
const userVerified = 4;
const hasCredential = 0x40;

export interface SoftPasskey {
  readonly credentialId: string;
  /** The body of the call that adds the passkey, without its name. */
  create(options: { readonly challenge: string }, origin?: string): Record<string, unknown>;
  /** The body of the calls that verify a passkey, for example of a sign-in. */
  get(options: { readonly challenge: string }, change?: Partial<Signing>): Record<string, string>;
}

interface Signing {
  readonly origin: string;
  readonly counter: number;
  /** False: the person has only touched the authenticator, and entered no PIN and no fingerprint. */
  readonly verifiesUser: boolean;
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

function clientDataOf(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

/** @param counts false: the signature counter is always 0, as of a passkey that all devices of a person share. */
export function softPasskey(origin: string, counts = true): SoftPasskey {
  const { hostname } = new URL(origin);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  const credentialId = id.toString('base64url');
  let uses = 0;

  function head(flags: number, counter: number): Buffer {
    const rest = Buffer.alloc(5);
    rest.writeUInt8(flags);
    rest.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(hostname), rest]);
  }

  return {
    credentialId,
    create({ challenge }, from = origin) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      // COSE (RFC 9052): a map with kty 2 (EC2), alg -7 (ES256), crv 1 (P-256), x and y.
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const aaguid = Buffer.alloc(16);
      const authData = Buffer.concat([
        head(userPresent | userVerified | hasCredential, 0),
        ...[aaguid, length, id, key],
      ]);
      // CBOR: {fmt: "none", attStmt: {}, authData: <bytes with a length of one byte>}.
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([authData.length]),
        authData,
      ]);
      return {
        credential_id: credentialId,
        client_data: clientDataOf('webauthn.create', challenge, from).toString('base64url'),
        attestation_object: attestation.toString('base64url'),
        transports: ['usb'],
      };
    },
    get({ challenge }, change = {}) {
      uses += 1;
      const { origin: from = origin, counter = counts ? uses : 0, verifiesUser = true } = change;
      const clientData = clientDataOf('webauthn.get', challenge, from);
      const authData = head(userPresent | (verifiesUser ? userVerified : 0), counter);
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey);
      return {
        credential_id: credentialId,
        client_data: clientData.toString('base64url'),
        authenticator_data: authData.toString('base64url'),
        signature: signature.toString('base64url'),
      };
    },
  };
}
