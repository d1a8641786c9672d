/** Connects the mail server of the configuration. */

import type { SmtpConfig } from '../config/smtp.ts';
import { builtInAccent } from '../domain/accent-palette.ts';
import type { Mailer } from '../usecases/ports/mailer.ts';
import type { SecretKeys } from './secret-key.ts';

/**
 * @param secrets the keys of `SECRET_KEY`, the current one first.
 * @param accent the colour of the shop's present settings; empty: the built-in colour.
 * @returns null without `SMTP_URL`.
 */
export async function openMailer(
  smtp: SmtpConfig | null,
  secrets: SecretKeys,
  accent: () => string,
): Promise<Mailer | null> {
  if (smtp === null) return null;
  // Only shops that send e-mails load the mail library, which takes a tenth of a second of processor time.
  const { createSmtpMailer } = await import('../mail/smtp-mailer.ts');
  const { from, ...server } = smtp;
  return createSmtpMailer({ server, from, secrets, accent: () => accent() || builtInAccent });
}
