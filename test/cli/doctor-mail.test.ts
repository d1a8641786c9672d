import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkMailServer } from '../../cli/doctor/mail-check.ts';
import { read } from '../config/read-config.ts';
import { smtpUrl, startMailServer } from '../support/mail-server.ts';

const smtpOf = (url: string) => read({ SMTP_URL: url, MAIL_FROM: 'photos@shop.example' }).smtp;

test('doctor signs in at the mail server without sending anything, and reports why a sign-in fails', async (t) => {
  assert.equal((await checkMailServer(null)).state, 'skipped');
  const server = await startMailServer();
  t.after(() => server.stop());
  const good = await checkMailServer(smtpOf(smtpUrl(server)));
  assert.deepEqual([good.state, good.name], ['ok', 'mail server'], good.detail);
  assert.deepEqual(server.received, []);
  const refused = await checkMailServer(smtpOf(`smtp://ann:secret1@127.0.0.1:${server.port}`));
  assert.equal(refused.state, 'failed');
  assert.match(refused.detail, /wrong user or password/);
  assert.doesNotMatch(refused.detail, /secret1/);
  const encrypted = await checkMailServer(smtpOf(smtpUrl(server, 'smtps')));
  assert.equal(encrypted.state, 'failed');
});
