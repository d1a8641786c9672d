import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { AppError } from '../../src/domain/errors.ts';
import type { IdentityProvider } from '../../src/identity/jwt-verifier.ts';
import { createTokens } from '../../src/identity/tokens.ts';

const secrets = ['a secret of the tests'] as const;
const now = Date.UTC(2026, 10, 2);
const dayMs = 24 * 60 * 60 * 1000;

describe('guest tokens', () => {
  const tokens = createTokens({ secrets, provider: null });

  it('identify their user, and contain their end after one year', async () => {
    const token = tokens.issueGuestToken(123456789, now);
    const guest = {
      kind: 'guest',
      userId: 123456789,
      generation: 0,
      issuedAt: now,
      expiresAt: now + 365 * dayMs,
    };
    assert.deepEqual(await tokens.verify(token, now), guest);
    assert.deepEqual(await tokens.verify(token, now + 1_000 * dayMs), guest);
  });

  it('contain the generation with which they were issued', async () => {
    const token = tokens.issueGuestToken(42, now, 71);
    assert.deepEqual(await tokens.verify(token, now), {
      kind: 'guest',
      userId: 42,
      generation: 71,
      issuedAt: now,
      expiresAt: now + 365 * dayMs,
    });
  });

  it('are refused when any character is changed, added or removed', async () => {
    const token = tokens.issueGuestToken(42, now);
    for (let at = 0; at < token.length; at++) {
      const other = token[at] === 'a' ? 'b' : 'a';
      const changed = token.slice(0, at) + other + token.slice(at + 1);
      assert.equal(await tokens.verify(changed, now), undefined, changed);
      assert.equal(await tokens.verify(token.slice(0, at), now), undefined);
    }
    for (const more of [`${token}a`, `${token}=`, ` ${token}`, `${token}\n`]) {
      assert.equal(await tokens.verify(more, now), undefined);
    }
  });

  it('are refused if they are signed with another key', async () => {
    const other = createTokens({ secrets: ['another secret'], provider: null });
    assert.equal(await other.verify(tokens.issueGuestToken(1, now), now), undefined);
  });

  it('that a former key has signed stay valid, and new ones are signed with the first key', async () => {
    const rotated = createTokens({ secrets: ['the new secret', ...secrets], provider: null });
    const former = tokens.issueGuestToken(5, now);
    assert.deepEqual(await rotated.verify(former, now), {
      kind: 'guest',
      userId: 5,
      generation: 0,
      issuedAt: now,
      expiresAt: now + 365 * dayMs,
    });
    const issued = rotated.issueGuestToken(6, now);
    assert.equal(await tokens.verify(issued, now), undefined);
    const after = createTokens({ secrets: ['the new secret'], provider: null });
    assert.deepEqual(await after.verify(issued, now), {
      kind: 'guest',
      userId: 6,
      generation: 0,
      issuedAt: now,
      expiresAt: now + 365 * dayMs,
    });
    assert.equal(await after.verify(former, now), undefined);
  });

  for (const text of ['', 'g1', 'g1...', 'x'.repeat(8000), 'a.b.c', 'g1.1.zzzzzzzzz.x', '\u0000']) {
    it(`${JSON.stringify(text.slice(0, 20))} is refused`, async () => {
      assert.equal(await tokens.verify(text, now), undefined);
    });
  }
});

describe('tokens of an identity provider', () => {
  let provider: IdentityProvider;
  let keysAnswered = 0;
  let broken = false;
  let keys: Awaited<ReturnType<typeof generateKeyPair>>;
  const server = createServer((_request, response) => {
    keysAnswered += 1;
    if (broken) {
      response.writeHead(500).end('secret trouble');
      return;
    }
    void exportJWK(keys.publicKey).then((jwk) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ keys: [{ ...jwk, kid: 'k1', alg: 'ES256', use: 'sig' }] }));
    });
  });

  before(async () => {
    keys = await generateKeyPair('ES256');
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    assert.ok(typeof address === 'object' && address !== null);
    provider = {
      issuer: 'https://id.example',
      audience: 'photokiosk',
      jwksUrl: new URL(`http://127.0.0.1:${address.port}/keys`),
      types: 'any',
    };
  });
  after(() => server.close());

  const signed = (changes: Record<string, unknown> = {}, kid = 'k1', typ?: string) =>
    new SignJWT({
      iss: 'https://id.example',
      aud: 'photokiosk',
      sub: 'user-9',
      exp: now / 1000 + 600,
      ...changes,
    })
      .setProtectedHeader({ alg: 'ES256', kid, ...(typ === undefined ? {} : { typ }) })
      .sign(keys.privateKey);

  it('identify their subject, and the provider’s keys are fetched only once', async () => {
    const tokens = createTokens({ secrets, provider });
    const proven = { kind: 'subject', issuer: 'https://id.example', subject: 'user-9' };
    keysAnswered = 0;
    for (let i = 0; i < 5; i++) assert.deepEqual(await tokens.verify(await signed(), now), proven);
    assert.equal(keysAnswered, 1);
  });

  it('tokens with an unknown key id cause at most one fetch of the keys within the cooldown', async () => {
    const tokens = createTokens({ secrets, provider });
    await tokens.verify(await signed(), now);
    keysAnswered = 0;
    for (let i = 0; i < 5; i++)
      assert.equal(await tokens.verify(await signed({}, 'unknown'), now), undefined);
    assert.ok(keysAnswered <= 1);
  });

  for (const typ of ['JWT', 'jwt', 'at+jwt', 'application/at+jwt', 'AT+JWT']) {
    it(`a token of the type ${typ} is accepted`, async () => {
      const tokens = createTokens({ secrets, provider });
      assert.equal((await tokens.verify(await signed({}, 'k1', typ), now))?.kind, 'subject');
    });
  }

  for (const typ of ['at+jwt', 'application/at+jwt', 'AT+JWT']) {
    it(`where only access tokens count, a token of the type ${typ} is accepted`, async () => {
      const tokens = createTokens({ secrets, provider: { ...provider, types: 'at+jwt' } });
      assert.equal((await tokens.verify(await signed({}, 'k1', typ), now))?.kind, 'subject');
    });
  }

  for (const typ of ['JWT', undefined, 'logout+jwt']) {
    it(`where only access tokens count, a token of the type ${typ} is refused`, async () => {
      const tokens = createTokens({ secrets, provider: { ...provider, types: 'at+jwt' } });
      assert.equal(await tokens.verify(await signed({}, 'k1', typ), now), undefined);
    });
  }

  for (const typ of [
    'logout+jwt',
    'dpop+jwt',
    'secevent+jwt',
    'oauth-authz-req+jwt',
    'refresh',
    '',
    'at+jwt ',
  ]) {
    it(`a token of the type ${JSON.stringify(typ)} is refused, although the provider signed it`, async () => {
      const tokens = createTokens({ secrets, provider });
      assert.equal(await tokens.verify(await signed({}, 'k1', typ), now), undefined);
    });
  }

  const wrong: Readonly<Record<string, Record<string, unknown>>> = {
    'the events of a logout token': { events: { 'http://schemas.openid.net/event/backchannel-logout': {} } },
    'another issuer': { iss: 'https://evil.example' },
    'another audience': { aud: 'elsewhere' },
    'an end in the past': { exp: now / 1000 - 60 },
    'a beginning in the future': { nbf: now / 1000 + 600 },
    'no end': { exp: undefined },
    'no subject': { sub: undefined },
    'an empty subject': { sub: '' },
  };
  for (const [what, changes] of Object.entries(wrong)) {
    it(`a token with ${what} is refused`, async () => {
      const tokens = createTokens({ secrets, provider });
      assert.equal(await tokens.verify(await signed(changes), now), undefined);
    });
  }

  it('a token signed with a shared secret, or without a signature, is refused', async () => {
    const tokens = createTokens({ secrets, provider });
    const shared = await new SignJWT({
      iss: provider.issuer,
      aud: provider.audience,
      sub: 'x',
      exp: now / 1000 + 600,
    })
      .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
      .sign(Buffer.from(secrets[0]));
    assert.equal(await tokens.verify(shared, now), undefined);
    const [, payload] = (await signed()).split('.');
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    assert.equal(await tokens.verify(none, now), undefined);
  });

  it('while the identity provider does not respond, a call with a token is refused with 503 and not as invalid', async () => {
    broken = true;
    const tokens = createTokens({ secrets, provider });
    await assert.rejects(tokens.verify(await signed(), now), (error) => {
      assert.ok(error instanceof AppError);
      assert.equal(error.code, 'unavailable');
      assert.ok(!error.message.includes('secret'));
      return true;
    });
    broken = false;
  });

  it('without an identity provider every JWT is refused', async () => {
    assert.equal(await createTokens({ secrets, provider: null }).verify(await signed(), now), undefined);
  });
});
