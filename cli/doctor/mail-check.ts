/** Connects to the mail server and signs in. Sends nothing. */

import type { SmtpConfig } from '../../src/config/smtp.ts';
import { openMailer } from '../../src/main/open-mailer.ts';
import { type CheckResult, failed, messageOf, ok, skipped } from './check.ts';

const name = 'mail server';

export async function checkMailServer(smtp: SmtpConfig | null): Promise<CheckResult> {
  const mailer = await openMailer(smtp, [''], () => '');
  if (smtp === null || mailer === null) return skipped(name, 'SMTP_URL is not set.');
  const server = `${smtp.host}:${smtp.port}`;
  try {
    await mailer.checkAccess();
    return ok(name, `${server} accepts the connection; e-mails come from ${smtp.from.address}.`);
  } catch (error) {
    return failed(name, `${server}: ${messageOf(error)}`);
  }
}
