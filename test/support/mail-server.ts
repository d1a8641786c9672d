/**
 * A real SMTP server for tests (`smtp-server`). The test chooses what the server refuses and when the server responds.
 */

import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedEmail {
  readonly from: string;
  readonly to: readonly string[];
  /** The user as whom the client signed in. Null: the client did not sign in. */
  readonly user: string | null;
  readonly isEncrypted: boolean;
  /** The headers by their names in lower case. The lines of a folded header are joined to one text. */
  readonly headers: ReadonlyMap<string, string>;
  /** The two parts of the e-mail, plain text and HTML, both decoded. */
  readonly text: string;
  readonly html: string;
}

/** The response with which the server refuses a step. */
interface Refusal {
  readonly code: number;
  readonly text: string;
}

export interface MailServer {
  readonly port: number;
  readonly received: readonly ReceivedEmail[];
  /** Called for each e-mail, before its recipients; undefined: the sender is accepted. */
  refuseSender: () => Refusal | undefined;
  /** Called for each recipient; undefined: the recipient is accepted. */
  refuseRecipient: (address: string) => Refusal | undefined;
  /** Called with each e-mail before the server confirms it. */
  beforeConfirmation: (email: ReceivedEmail) => Promise<Refusal | undefined> | Refusal | undefined;
  stop(): Promise<void>;
}

const login = { user: 'shop@mail.test', password: 'secret / of % the shop' } as const;

export { login as mailLogin };

function errorOf({ code, text }: Refusal): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

function headersOf(head: string): Map<string, string> {
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  return new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}

function splitHead(part: string): readonly [head: string, body: string] {
  const end = part.indexOf('\r\n\r\n');
  return [part.slice(0, end), part.slice(end + 4)];
}

function decodedBody(part: string): string {
  const [head, body] = splitHead(part);
  const encoding = headersOf(head).get('content-transfer-encoding') ?? '7bit';
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** @param raw an e-mail with a part of plain text and a part of HTML. */
function partsOf(raw: string): Pick<ReceivedEmail, 'headers' | 'text' | 'html'> {
  const [head] = splitHead(raw);
  const headers = headersOf(head);
  const boundary = /boundary="?([^";]+)/.exec(headers.get('content-type') ?? '')?.[1] ?? '\0';
  const parts = raw.split(`--${boundary}`).slice(1, -1);
  const partOf = (type: string) => parts.find((part) => part.toLowerCase().includes(`content-type: ${type}`));
  return {
    headers,
    text: decodedBody((partOf('text/plain') ?? '').trimStart()),
    html: decodedBody((partOf('text/html') ?? '').trimStart()),
  };
}

/** Starts the server. Clients must sign in with `mailLogin`, unless `options` changes this. */
export async function startMailServer(options: SMTPServerOptions = {}, port = 0): Promise<MailServer> {
  const received: ReceivedEmail[] = [];
  const smtp = new SMTPServer({
    logger: false,
    // Without this option, the server refuses passwords on a connection without encryption.
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth({ username, password }, _session, done) {
      if (username === login.user && password === login.password) return done(null, { user: username });
      return done(errorOf({ code: 535, text: '5.7.8 wrong user or password' }));
    },
    onMailFrom(_address, _session, done) {
      const refusal = server.refuseSender();
      done(refusal === undefined ? null : errorOf(refusal));
    },
    onRcptTo({ address }, _session, done) {
      const refusal = server.refuseRecipient(address);
      done(refusal === undefined ? null : errorOf(refusal));
    },
    onData(stream, { envelope, user, secure }, done) {
      const receive = async () => {
        const raw = (await buffer(stream)).toString('utf8');
        const email: ReceivedEmail = {
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          user: typeof user === 'string' ? user : null,
          isEncrypted: secure,
          ...partsOf(raw),
        };
        received.push(email);
        return server.beforeConfirmation(email);
      };
      receive().then(
        (refusal) => done(refusal === undefined ? null : errorOf(refusal)),
        (error: Error) => done(error),
      );
    },
    ...options,
  });
  // Ignore the error: a client may close its connection at any time.
  smtp.on('error', () => undefined);
  const listening = smtp.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port');
  const server: MailServer = {
    port: address.port,
    received,
    refuseSender: () => undefined,
    refuseRecipient: () => undefined,
    beforeConfirmation: () => undefined,
    stop: () => new Promise((resolve) => smtp.close(resolve)),
  };
  return server;
}

/** The address for `SMTP_URL`. */
export function smtpUrl({ port }: Pick<MailServer, 'port'>, scheme = 'smtp'): string {
  const [user, password] = [encodeURIComponent(login.user), encodeURIComponent(login.password)];
  return `${scheme}://${user}:${password}@127.0.0.1:${port}`;
}
