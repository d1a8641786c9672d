/**
 * Sends e-mails through the mail server of the operator (SMTP). Certificates are verified, and no password is sent
 * without encryption, except to this machine. Each e-mail has its own connection: a shop sends few e-mails, and a
 * broken connection then delays only one.
 *
 * Responses of mail servers repeat the recipient's address, and errors of the library contain the whole dialogue.
 * Errors that leave this file have a text without addresses.
 */

import { createHmac, hkdfSync } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { type Mailbox, withoutEmailAddresses } from '../domain/emails/email-address.ts';
import { builtInShopName } from '../domain/emails/email-content.ts';
import { languageTag } from '../domain/language.ts';
import type { EmailOutcome, Mailer } from '../usecases/ports/mailer.ts';
import { MailServerUnavailable } from '../usecases/ports/mailer.ts';
import { htmlOf, plainTextOf } from './render-email.ts';

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** Whether the connection begins with TLS. Otherwise it must change to TLS with `STARTTLS`. */
  readonly isTlsFirst: boolean;
  /** Whether the server runs on this machine, so that the connection needs no encryption. */
  readonly isLocal: boolean;
  /** Null: the server asks for no sign-in. */
  readonly login: { readonly user: string; readonly password: string } | null;
}

export interface SmtpMailerParts {
  readonly server: SmtpServer;
  readonly from: Mailbox;
  /** The keys of `SECRET_KEY`, the current one first. `digestsOf` hashes addresses with keys derived from them. */
  readonly secrets: readonly [string, ...string[]];
  /** The colour of buttons in the present settings of the shop. */
  readonly accent: () => string;
}

const connectTimeoutMs = 10_000;
const idleTimeoutMs = 20_000;
/** The time limit of sending one e-mail, because a server may answer each command slowly. */
const sendTimeoutMs = 45_000;
const reasonLengthMax = 300;
const digestPurpose = 'photokiosk addresses of e-mails v1';

export function createSmtpMailer({ server, from, secrets, accent }: SmtpMailerParts): Mailer {
  const { host, port, isTlsFirst, isLocal, login } = server;
  const [currentSecret, ...formerSecrets] = secrets;
  const currentKey = digestKeyOf(currentSecret);
  const formerKeys = formerSecrets.map(digestKeyOf);
  const transport = createTransport({
    host,
    port,
    secure: isTlsFirst,
    requireTLS: !isTlsFirst && !isLocal,
    // TLS is not used with a server on this machine, which usually has no certificate for the name `localhost`.
    ignoreTLS: !isTlsFirst && isLocal,
    ...(login === null ? {} : { auth: { user: login.user, pass: login.password } }),
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    dnsTimeout: connectTimeoutMs,
    socketTimeout: idleTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const [, domain = ''] = from.address.split('@');

  return {
    async send(email, signal) {
      const sending = transport.sendMail({
        from: { name: from.name || email.fromName || builtInShopName, address: from.address },
        to: { name: '', address: email.to },
        messageId: `<${email.messageId}@${domain}>`,
        date: new Date(email.at),
        subject: email.content.subject,
        text: plainTextOf(email.content),
        html: htmlOf(email.content, email.language, accent()),
        headers: {
          'Content-Language': languageTag(email.language),
          // This header prevents automatic replies (RFC 3834).
          'Auto-Submitted': 'auto-generated',
          // RFC 8058
          'List-Unsubscribe': { prepared: true, value: `<${email.unsubscribeUrl}>` },
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      });
      const end = AbortSignal.any([signal, AbortSignal.timeout(sendTimeoutMs)]);
      try {
        await withAbort(sending, end);
        return { kind: 'sent' };
      } catch (error) {
        signal.throwIfAborted();
        return outcomeOf(error);
      }
    },
    async checkAccess() {
      try {
        await withAbort(transport.verify(), AbortSignal.timeout(sendTimeoutMs));
      } catch (error) {
        throw new MailServerUnavailable(reasonOf(error));
      }
    },
    digestsOf: (address) => [
      digestOf(address, currentKey),
      ...formerKeys.map((key) => digestOf(address, key)),
    ],
  };
}

function digestKeyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', digestPurpose, 32));
}

function digestOf(address: string, key: Buffer): string {
  return createHmac('sha256', key).update(address.toLowerCase()).digest('base64url');
}

/**
 * Rejects when the signal aborts. The library cannot stop an e-mail that is being sent, so the e-mail may still
 * arrive.
 */
async function withAbort<T>(running: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
  try {
    return await Promise.race([running, aborted]);
  } finally {
    if (stop !== undefined) signal.removeEventListener('abort', stop);
  }
}

/**
 * The SMTP commands after which a permanent refusal concerns this e-mail. A refusal of `MAIL FROM` concerns the shop's
 * access to the server, for example a daily quota or a missing sign-in, because all e-mails have the same sender. Until
 * the operator has mended it, every e-mail would otherwise be given up at once.
 */
const emailCommands: readonly string[] = ['RCPT TO', 'DATA'];

/** @throws MailServerUnavailable: another attempt may succeed. */
function outcomeOf(error: unknown): EmailOutcome {
  const { responseCode, command, code } = smtpFacts(error);
  const isPermanent = responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH';
  if (isPermanent && command !== undefined && emailCommands.includes(command)) {
    return { kind: 'refused', reason: reasonOf(error) };
  }
  throw new MailServerUnavailable(reasonOf(error));
}

function smtpFacts(error: unknown) {
  const fields: Readonly<Record<string, unknown>> =
    typeof error === 'object' && error !== null ? { ...error } : {};
  const { responseCode, command, code } = fields;
  return {
    responseCode: typeof responseCode === 'number' ? responseCode : undefined,
    command: typeof command === 'string' ? command : undefined,
    code: typeof code === 'string' ? code : undefined,
  };
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return withoutEmailAddresses(text).replace(/\s+/g, ' ').slice(0, reasonLengthMax);
}
