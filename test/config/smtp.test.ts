import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Environment } from '../../src/config/environment-reader.ts';
import { ConfigError } from '../../src/config.ts';
import { read } from './read-config.ts';

function problemsOf(env: Environment): readonly string[] {
  try {
    read(env);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.problems;
  }
  return [];
}

const from = 'Photos <photos@shop.example>';

for (const [url, server] of [
  [
    'smtps://mail.example',
    { host: 'mail.example', port: 465, isTlsFirst: true, isLocal: false, login: null },
  ],
  [
    'smtp://ann%40shop.example:a%2Fb%25@mail.example',
    {
      host: 'mail.example',
      port: 587,
      isTlsFirst: false,
      isLocal: false,
      login: { user: 'ann@shop.example', password: 'a/b%' },
    },
  ],
  ['smtp://localhost:25/', { host: 'localhost', port: 25, isTlsFirst: false, isLocal: true, login: null }],
  ['smtp://[::1]:25', { host: '::1', port: 25, isTlsFirst: false, isLocal: true, login: null }],
] as const) {
  test(`${url} is accepted as the address of a mail server`, () => {
    const { smtp } = read({ SMTP_URL: url, MAIL_FROM: from });
    assert.deepEqual(smtp, { ...server, from: { name: 'Photos', address: 'photos@shop.example' } });
  });
}

test('without SMTP_URL the shop sends no e-mails', () => {
  assert.equal(read({}).smtp, null);
});

for (const [name, env, problem] of [
  ['an address of another kind', { SMTP_URL: 'https://ann:secret1@mail.example' }, /^SMTP_URL must be smtps/],
  ['no address', { SMTP_URL: 'mail.example secret1' }, /^SMTP_URL must be smtps/],
  ['a path', { SMTP_URL: 'smtp://ann:secret1@mail.example/inbox' }, /Nothing may follow the port/],
  ['a parameter', { SMTP_URL: 'smtp://ann:secret1@mail.example?tls=no' }, /Nothing may follow the port/],
  ['a user without a password', { SMTP_URL: 'smtp://ann@mail.example' }, /a user and a password, or neither/],
  ['a % that is no code', { SMTP_URL: 'smtp://ann:secret1%@mail.example' }, /write % as %25/],
  ['no sender', { SMTP_URL: 'smtp://mail.example', MAIL_FROM: '' }, /SMTP_URL needs MAIL_FROM/],
  [
    'a sender without a domain',
    { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'Photos' },
    /^MAIL_FROM must be/,
  ],
  ['a sender only', { MAIL_FROM: from }, /^MAIL_FROM needs SMTP_URL/],
] as const) {
  test(`a mail server with ${name} is refused, and the message contains no password`, () => {
    const [found, ...others] = problemsOf({ MAIL_FROM: from, ...env });
    assert.match(found ?? '', problem);
    assert.deepEqual(others, []);
    assert.doesNotMatch(found ?? '', /secret1/);
  });
}
