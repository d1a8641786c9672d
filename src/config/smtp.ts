/** Reads the mail server of `SMTP_URL` (`smtps://user:password@host:port`) and the sender of `MAIL_FROM`. */

import { type Mailbox, parseMailbox } from '../domain/emails/email-address.ts';
import type { Reader } from './environment-reader.ts';
import { isLocalHost } from './local-host.ts';

export interface SmtpConfig {
  readonly host: string;
  readonly port: number;
  /** `smtps://`: the connection begins with TLS. `smtp://`: it changes to TLS with `STARTTLS`. */
  readonly isTlsFirst: boolean;
  readonly isLocal: boolean;
  readonly login: { readonly user: string; readonly password: string } | null;
  readonly from: Mailbox;
}

/** RFC 8314: 465 for TLS from the start, 587 for `STARTTLS`. */
const ports = { 'smtps:': 465, 'smtp:': 587 } as const;

/**
 * Adds errors to `problems`. No error repeats the URL, because it contains a password.
 * @returns null if the shop sends no e-mails.
 */
export function readSmtp({ secret, text, problems }: Reader): SmtpConfig | null {
  const url = secret('SMTP_URL');
  const sender = text('MAIL_FROM');
  if (url === null) {
    if (sender !== null) problems.push('MAIL_FROM needs SMTP_URL.');
    return null;
  }
  const server = parseServer(url, problems);
  const from = sender === null ? undefined : parseMailbox(sender);
  if (sender === null) problems.push('SMTP_URL needs MAIL_FROM, the address from which e-mails are sent.');
  else if (from === undefined) {
    problems.push('MAIL_FROM must be an address such as photos@example.com or Photos <photos@example.com>.');
  }
  return server === null || from === undefined ? null : { ...server, from };
}

function parseServer(url: string, problems: string[]): Omit<SmtpConfig, 'from'> | null {
  const form =
    'SMTP_URL must be smtps://user:password@host or smtp://user:password@host, with a port if needed';
  const parsed = URL.parse(url);
  if (parsed === null || (parsed.protocol !== 'smtp:' && parsed.protocol !== 'smtps:')) {
    problems.push(`${form}.`);
    return null;
  }
  const { protocol, hostname, port, pathname, search, hash, username, password } = parsed;
  if (hostname === '' || !['', '/'].includes(pathname) || search !== '' || hash !== '') {
    problems.push(`${form}. Nothing may follow the port.`);
    return null;
  }
  if ((username === '') !== (password === '')) {
    problems.push('SMTP_URL must have a user and a password, or neither.');
    return null;
  }
  const [user, secret] = [decoded(username), decoded(password)];
  if (user === null || secret === null) {
    problems.push('SMTP_URL has a user or password with a % that is no code: write % as %25.');
    return null;
  }
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? ports[protocol] : Number(port),
    isTlsFirst: protocol === 'smtps:',
    isLocal: isLocalHost(hostname),
    login: user === '' ? null : { user, password: secret },
  };
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
