/** Connects the mail server of the configuration. */

import type { SmtpConfig } from '../config/smtp.ts';
import { builtInAccent } from '../domain/accent-palette.ts';
import { createSmtpMailer, type SmtpMailerParts } from '../mail/smtp-mailer.ts';
import type { Mailer } from '../usecases/ports/mailer.ts';

/** @returns null without `SMTP_URL`. */
export function openMailer(
  smtp: SmtpConfig | null,
  { secret, accent }: Pick<SmtpMailerParts, 'secret' | 'accent'>,
): Mailer | null {
  if (smtp === null) return null;
  const { from, ...server } = smtp;
  return createSmtpMailer({ server, from, secret, accent: () => accent() || builtInAccent });
}
