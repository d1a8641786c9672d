/** The identity provider of the fuzzed service: an address that serves its keys, and JWTs with its signature. */

import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

export const issuer = 'https://idp.test';
export const audience = 'photokiosk';
const keyId = 'k';

/** Ed25519, so that a token has the same signature in every run. The prefix is that of PKCS #8 (RFC 8410). */
const signingKey = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 7)]),
  format: 'der',
  type: 'pkcs8',
});

/** @returns a JWT with a genuine signature over any two texts. Each UTF-16 unit of the texts is a byte. */
export function signedJwt(header: string, payload: string): string {
  const text = [header, payload].map((part) => Buffer.from(part, 'latin1').toString('base64url')).join('.');
  return `${text}.${sign(null, Buffer.from(text), signingKey).toString('base64url')}`;
}

/** A token of a signed-in customer. */
export function memberToken(now: number): string {
  const claims = { iss: issuer, aud: audience, sub: 'alice', exp: Math.floor(now / 1000) + 3600 };
  return signedJwt(JSON.stringify({ alg: 'EdDSA', kid: keyId }), JSON.stringify(claims));
}

export interface KeyServer {
  readonly url: URL;
  close(): void;
}

export async function serveKeys(): Promise<KeyServer> {
  const key = { ...createPublicKey(signingKey).export({ format: 'jwk' }), kid: keyId, alg: 'EdDSA' };
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.setHeader('connection', 'close');
    response.end(JSON.stringify({ keys: [key] }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the key server has no port');
  return { url: new URL(`http://127.0.0.1:${address.port}/`), close: () => void server.close() };
}
