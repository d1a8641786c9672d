/** The mailer against a real SMTP server. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import tls from 'node:tls';
import { composeEmail, type EmailFacts } from '../../src/domain/emails/email-content.ts';
import type { Language } from '../../src/domain/language.ts';
import { createSmtpMailer, type SmtpServer } from '../../src/mail/smtp-mailer.ts';
import { type Email, MailServerUnavailable } from '../../src/usecases/ports/mailer.ts';
import { type MailServer, mailLogin, startMailServer } from '../support/mail-server.ts';

const facts: EmailFacts = {
  kind: 'ready',
  language: 'en',
  orderNo: '1M7Y80X4N0000000000000003T9A',
  title: 'ID photo',
  choices: ['White background'],
  isMembership: false,
  hasFailed: false,
  priceMinor: 690,
  keptUntil: '2026-11-30',
  refund: null,
  currency: 'CNY',
  orderUrl: 'https://shop.test/?order_no=1M7Y',
  unsubscribeUrl: 'https://shop.test/emails/unsubscribe/abc',
  shop: {
    shop_name: 'Foto <b>& Co',
    contact: 'help@shop.test',
    company: 'Foto & Co GmbH\nMain Street 1',
    terms_url: 'https://shop.test/terms',
    privacy_url: '',
  },
};

function emailOf(changes: Partial<Email> = {}, language: Language = 'en'): Email {
  return {
    to: 'ann@example.com',
    fromName: 'Foto & Co',
    messageId: 'key.ready.7',
    at: Date.UTC(2026, 10, 23, 2, 0, 0),
    language,
    content: composeEmail({ ...facts, language }),
    unsubscribeUrl: facts.unsubscribeUrl,
    ...changes,
  };
}

async function openServer(t: TestContext, ...options: Parameters<typeof startMailServer>) {
  const server = await startMailServer(...options);
  t.after(() => server.stop());
  return server;
}

function mailerOf(
  { port }: Pick<MailServer, 'port'>,
  changes: Partial<SmtpServer> = {},
  secrets: readonly [string, ...string[]] = ['a secret of the tests'],
) {
  const server = { host: '127.0.0.1', port, isTlsFirst: false, isLocal: true, login: mailLogin, ...changes };
  const from = { name: '', address: 'photos@shop.test' };
  return createSmtpMailer({ server, from, secrets, accent: () => '#0b6e5f' });
}

const { signal: never } = new AbortController();

test('an e-mail arrives as plain text and HTML with the headers of automatic mail', async (t) => {
  const server = await openServer(t);
  assert.deepEqual(await mailerOf(server).send(emailOf(), never), { kind: 'sent' });
  const [email] = server.received;
  assert.ok(email !== undefined);
  assert.deepEqual(
    [email.from, email.to, email.user],
    ['photos@shop.test', ['ann@example.com'], mailLogin.user],
  );
  const header = (name: string) => email.headers.get(name);
  assert.equal(header('from'), '"Foto & Co" <photos@shop.test>');
  assert.equal(header('to'), 'ann@example.com');
  assert.equal(header('subject'), 'Your picture is ready - Foto <b>& Co');
  assert.equal(header('message-id'), '<key.ready.7@shop.test>');
  assert.equal(header('date'), 'Mon, 23 Nov 2026 02:00:00 +0000');
  assert.equal(header('content-language'), 'en');
  assert.equal(header('auto-submitted'), 'auto-generated');
  assert.equal(header('list-unsubscribe'), '<https://shop.test/emails/unsubscribe/abc>');
  assert.equal(header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
  for (const words of [
    'Your picture is ready',
    `Order: ${facts.orderNo}`,
    'Product: ID photo, White background',
    'Price: ¥6.90',
    'Kept until: 2026-11-30',
    'Open the order: https://shop.test/?order_no=1M7Y',
    'Contact: help@shop.test',
    'Main Street 1',
    'Terms: https://shop.test/terms',
    'Unsubscribe: https://shop.test/emails/unsubscribe/abc',
  ]) {
    assert.ok(email.text.includes(words), `${words} is missing in\n${email.text}`);
  }
  assert.doesNotMatch(email.text, /Privacy/);
  assert.match(email.html, /Foto &lt;b&gt;&amp; Co/);
  assert.match(email.html, /<html lang="en">/);
  assert.match(email.html, /href="https:\/\/shop\.test\/\?order_no=1M7Y"/);
  assert.doesNotMatch(email.html, /<img|<script|src=/);
});

test('an e-mail in Chinese keeps its characters in the subject and in both parts', async (t) => {
  const server = await openServer(t);
  await mailerOf(server).send(emailOf({}, 'zh'), never);
  const [email] = server.received;
  const subject = email?.headers.get('subject') ?? '';
  const words = [...subject.matchAll(/=\?UTF-8\?B\?([^?]+)\?=/gi)].map(([, word = '']) => word);
  assert.match(
    Buffer.concat(words.map((word) => Buffer.from(word, 'base64'))).toString(),
    /^【Foto <b>& Co】您的照片做好了$/,
  );
  assert.match(email?.text ?? '', /商品: ID photo，White background/);
  assert.match(email?.html ?? '', /<html lang="zh-CN">/);
  assert.equal(email?.headers.get('content-language'), 'zh-CN');
});

test('a text of the shop cannot add a header or a recipient', async (t) => {
  const server = await openServer(t);
  const content = { ...composeEmail(facts), subject: 'Ready\r\nBcc: eve@example.com' };
  await mailerOf(server).send(emailOf({ fromName: 'Foto\r\nBcc: eve@example.com', content }), never);
  const [email] = server.received;
  assert.deepEqual(email?.to, ['ann@example.com']);
  assert.equal(email?.headers.has('bcc'), false);
});

for (const [step, refuse] of [
  [
    'the recipient',
    (server: MailServer) => {
      server.refuseRecipient = (address) => ({ code: 550, text: `5.1.1 <${address}>: no such user` });
    },
  ],
  [
    'the content',
    (server: MailServer) => {
      server.beforeConfirmation = () => ({ code: 554, text: '5.7.1 ann@example.com does not want this' });
    },
  ],
] as const) {
  test(`a permanent refusal of ${step} is reported without the address of the recipient`, async (t) => {
    const server = await openServer(t);
    refuse(server);
    const outcome = await mailerOf(server).send(emailOf(), never);
    assert.equal(outcome.kind, 'refused');
    assert.match(outcome.kind === 'refused' ? outcome.reason : '', /no such user|does not want this/);
    assert.doesNotMatch(JSON.stringify(outcome), /ann|example\.com/);
  });
}

function isUnavailable(words: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof MailServerUnavailable);
    assert.match(error.message, words);
    assert.doesNotMatch(JSON.stringify({ ...error, text: error.stack }), /ann@|secret \/ of/);
    return true;
  };
}

test('a temporary refusal is not reported as final, so that another attempt can succeed', async (t) => {
  const server = await openServer(t);
  server.refuseRecipient = (address) => ({ code: 451, text: `4.7.1 ${address}: greylisted, try again` });
  await assert.rejects(mailerOf(server).send(emailOf(), never), isUnavailable(/greylisted/));
});

test('a refusal of the sender is not reported as final, because it says nothing about the e-mail', async (t) => {
  const server = await openServer(t);
  server.refuseSender = () => ({ code: 550, text: '5.4.5 daily quota of ann@example.com is used up' });
  await assert.rejects(mailerOf(server).send(emailOf(), never), isUnavailable(/daily quota/));
});

test('a wrong password and a server that is down are not reported as a refusal of the e-mail', async (t) => {
  const server = await openServer(t);
  const login = { user: mailLogin.user, password: 'wrong' };
  await assert.rejects(
    mailerOf(server, { login }).send(emailOf(), never),
    isUnavailable(/wrong user or password/),
  );
  await assert.rejects(mailerOf(server, { login }).checkAccess(), isUnavailable(/wrong user or password/));
  const gone = await startMailServer();
  await gone.stop();
  await assert.rejects(mailerOf(gone).send(emailOf(), never), isUnavailable(/ECONNREFUSED/));
  await mailerOf(server).checkAccess();
});

test('without TLS, no password and no e-mail reaches another machine', async (t) => {
  const server = await openServer(t);
  await assert.rejects(
    mailerOf(server, { isLocal: false }).send(emailOf(), never),
    isUnavailable(/STARTTLS/),
  );
  assert.deepEqual(server.received, []);
});

test('a stop of the service ends the wait for a server that does not respond', async (t) => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  const address = silent.address();
  assert.ok(address !== null && typeof address === 'object');
  const stop = new AbortController();
  const reason = new Error('the service stops');
  const sending = mailerOf(address).send(emailOf(), stop.signal);
  await once(silent, 'connection');
  stop.abort(reason);
  await assert.rejects(sending, reason);
});

test('the certificate of the server is verified, with STARTTLS and with TLS from the start', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-smtp-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const made = spawnSync(
    'openssl',
    // biome-ignore format: the arguments in pairs
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2',
      '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', 'key.pem', '-out', 'cert.pem'],
    { cwd: folder },
  );
  if (made.error !== undefined && process.env.CI !== 'true') return t.skip('openssl is absent');
  assert.equal(made.status, 0, String(made.stderr));
  const [key, cert] = [readFileSync(join(folder, 'key.pem')), readFileSync(join(folder, 'cert.pem'), 'utf8')];
  const known = tls.getCACertificates('default');
  t.after(() => tls.setDefaultCACertificates(known));
  for (const isTlsFirst of [true, false]) {
    const server = await openServer(t, { key, cert, secure: isTlsFirst, disabledCommands: [] });
    const mailer = mailerOf(server, { host: 'localhost', isTlsFirst, isLocal: false });
    tls.setDefaultCACertificates(known);
    await assert.rejects(mailer.send(emailOf(), never), isUnavailable(/self-signed/));
    tls.setDefaultCACertificates([...known, cert]);
    assert.deepEqual(await mailer.send(emailOf(), never), { kind: 'sent' });
    assert.equal(server.received[0]?.isEncrypted, true);
  }
});

test('the digest of an address does not depend on its letter case, and differs with another secret', () => {
  const mailer = mailerOf({ port: 1 });
  assert.deepEqual(mailer.digestsOf('Ann@example.com'), mailer.digestsOf('ann@EXAMPLE.com'));
  assert.notDeepEqual(mailer.digestsOf('ann@example.com'), mailer.digestsOf('bob@example.com'));
  const other = mailerOf({ port: 1 }, {}, ['another secret']);
  assert.notDeepEqual(mailer.digestsOf('ann@example.com'), other.digestsOf('ann@example.com'));
});

test('after a rotation of the secret, the first digest is that of the new secret, and the others are those of the former ones', () => {
  const address = 'ann@example.com';
  const [former] = mailerOf({ port: 1 }).digestsOf(address);
  const [current] = mailerOf({ port: 1 }, {}, ['new secret']).digestsOf(address);
  const rotated = mailerOf({ port: 1 }, {}, ['new secret', 'a secret of the tests']);
  assert.deepEqual(rotated.digestsOf(address), [current, former]);
});
