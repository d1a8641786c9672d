import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPasswords } from '../../src/identity/passwords.ts';

describe('passwords', () => {
  const passwords = createPasswords();

  it('match their own hash, also in another Unicode normalisation form, and no other password matches it', async () => {
    const hash = await passwords.hash('schön');
    assert.match(hash, /^\$scrypt\$n=32768,r=8,p=3\$/);
    assert.ok(!hash.includes('sch'));
    assert.equal(await passwords.matches('schön', hash), true);
    assert.equal(await passwords.matches('scho\u0308n', hash), true);
    assert.equal(await passwords.matches('schon', hash), false);
    assert.equal(await passwords.matches('', hash), false);
  });

  it('get a new salt, and therefore another hash, each time they are hashed', async () => {
    const [one, two] = await Promise.all([passwords.hash('same'), passwords.hash('same')]);
    assert.notEqual(one, two);
  });

  it('the cached match of a password does not apply to another hash', async () => {
    const before = await passwords.hash('old');
    assert.equal(await passwords.matches('old', before), true);
    assert.equal(await passwords.matches('old', before), true);
    assert.equal(await passwords.matches('old', await passwords.hash('new')), false);
  });

  it('do not match a hash of another form, or a hash whose parameters need more memory than the limit', async () => {
    const salt = 'A'.repeat(22);
    const key = 'A'.repeat(43);
    await assert.rejects(passwords.matches('x', 'md5:abc'), /damaged/);
    await assert.rejects(passwords.matches('x', `$scrypt$n=1048576,r=8,p=1$${salt}$${key}`));
  });

  it('a check is refused at once with 503 while 50 other checks wait', async () => {
    const hash = await passwords.hash('x');
    const attempts = await Promise.allSettled(
      Array.from({ length: 60 }, (_, i) =>
        passwords.matches(`wrong ${i}`, hash.replace('n=32768', 'n=1024')),
      ),
    );
    const refused = attempts.filter(({ status }) => status === 'rejected');
    assert.equal(refused.length, 60 - 52);
  });
});
