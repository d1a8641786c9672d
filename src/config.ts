/**
 * Reads the environment into a `Config`. No file outside `config/` interprets environment variables. With
 * wrong values the service does not start, and one message lists every problem.
 */

import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { type DatabaseAddress, readDatabaseUrls } from './config/database-url.ts';
import { type Environment, type Reader, reader } from './config/environment-reader.ts';
import { readListenHost } from './config/listen-host.ts';
import { isLocalHost } from './config/local-host.ts';
import { type ProviderConfig, readProviders } from './config/payment-providers.ts';
import { readShopContact } from './config/shop-contact.ts';
import { readSmtp, type SmtpConfig } from './config/smtp.ts';
import { readStorage, type StorageConfig } from './config/storage-url.ts';
import { readZone } from './config/time-zone.ts';
import { readWebhookEndpoint } from './config/webhook-endpoint.ts';
import { readWorker, type WorkerConfig } from './config/worker.ts';
import { type MattingNetKind, mattingNetKinds } from './domain/matting-net-kinds.ts';
import { settingDefinitions, settingNames } from './domain/shop-settings.ts';
import type { TimeZone } from './domain/zoned-time.ts';

export type Role = 'all' | 'api' | 'worker';

export interface Config extends WorkerConfig {
  readonly host: string;
  readonly port: number;
  /** Null: the address that the server listens on. */
  readonly publicUrl: string | null;
  readonly dataDir: string;
  /** The servers of `DATABASE_URL` and how the connections to them are protected; null with SQLite. */
  readonly database: DatabaseAddress | null;
  /** PostgreSQL itself, if `DATABASE_URL` is a pooler in transaction mode. */
  readonly databaseDirect: DatabaseAddress | null;
  readonly role: Role;
  /** Where files are stored. */
  readonly storage: StorageConfig;
  /**
   * The first key signs. A signature by any of the keys is accepted. Null: the service generates a key and keeps it in
   * `dataDir`.
   */
  readonly secretKeys: readonly [string, ...string[]] | null;
  readonly adminPassword: string | null;
  /** The default provider first. */
  readonly paymentProviders: readonly ProviderConfig[];
  /** Maximum requests per minute from one IP address; null: no limit. */
  readonly rateLimitPerMinute: number | null;
  /** Addresses or networks of proxies whose `X-Forwarded-For` header is trusted. */
  readonly trustedProxies: readonly string[];
  readonly zone: TimeZone;
  readonly currency: string;
  readonly auth: 'optional' | 'required';
  readonly jwt: {
    readonly jwksUrl: string;
    readonly issuer: string;
    readonly audience: string;
    readonly types: 'any' | 'at+jwt';
  } | null;
  /**
   * Whether the URLs of the identity provider's keys and of the webhook endpoint may use unencrypted HTTP over a
   * network.
   */
  readonly plainHttpAllowed: boolean;
  readonly events: {
    readonly url: string;
    readonly secret: string;
  } | null;
  /** Whether webhooks may be sent to private addresses. */
  readonly webhookPrivateAddressesAllowed: boolean;
  readonly orderExpiryMs: number;
  readonly uploadKeptMs: number;
  readonly resultKeptMs: number;
  readonly memberResultKeptMs: number;
  /** Null: for ever. */
  readonly unpaidOrdersKeptMs: number | null;
  readonly resultLinkMs: number;
  readonly imageProcesses: number;
  /** User and group of image processes if the service runs as root. */
  readonly imageUserId: number;
  readonly queueLengthMax: number;
  readonly uploadFreeMibMin: number;
  /** Bytes that one client may upload in 24 hours; null: no limit. */
  readonly uploadBytesPerClientPerDay: number | null;
  /** Files of the operator's own nets; null: the net that comes with the service. */
  readonly nets: {
    readonly colouriserFile: string | null;
    readonly matting: { readonly file: string; readonly kind: MattingNetKind } | null;
  };
  /** Refunds above this amount need a second operator; null: no refund does. */
  readonly refundApprovalAboveMinor: number | null;
  /** How customers reach the shop, shown when a refund needs it; null: not shown. */
  readonly shopContact: string | null;
  /** The mail server for e-mails to customers; null: the shop sends none. */
  readonly smtp: SmtpConfig | null;
  readonly logLevel: string;
  /** The environment variables that are set and whose settings the console can replace. */
  readonly setVariables: ReadonlySet<string>;
}

/** The configuration is wrong. The message lists every problem on a separate line. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration is wrong:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

const roles = ['all', 'api', 'worker'] as const;
const authModes = ['optional', 'required'] as const;
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
const replaceableVariables: readonly string[] = settingNames.flatMap(
  (name) => settingDefinitions[name].variable ?? [],
);
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** 32 random hexadecimal digits are 128 bits. */
const secretLengthMin = 32;
/**
 * The maximum number of keys. To refuse a forged token or link, the service computes one HMAC for each key.
 */
const secretsMax = 5;

/** @throws ConfigError */
export function readConfig(env: Environment, workingDir: string): Config {
  const read = reader(env);
  const plainHttpAllowed = read.choice('PLAIN_HTTP', ['refuse', 'allow'], 'refuse') === 'allow';
  const config: Config = {
    host: readListenHost(read),
    port: read.integer('PORT', 8080, 0, 65_535),
    publicUrl: read.origin('PUBLIC_URL', ['http:', 'https:']),
    dataDir: resolve(workingDir, read.text('DATA_DIR') ?? 'data'),
    ...readDatabaseUrls(read, env.PGHOST),
    ...readWorker(read),
    role: read.choice('ROLE', roles, 'all'),
    storage: readStorage(read, plainHttpAllowed),
    secretKeys: readSecrets(read),
    adminPassword: read.secret('ADMIN_PASSWORD'),
    paymentProviders: readProviders(read),
    rateLimitPerMinute: readRateLimit(read),
    trustedProxies: readProxies(read),
    zone: readZone(read),
    currency: readCurrency(read),
    auth: read.choice('AUTH', authModes, 'optional'),
    jwt: readJwt(read),
    plainHttpAllowed,
    events: readWebhookEndpoint(read),
    webhookPrivateAddressesAllowed:
      read.choice('EVENTS_PRIVATE_ADDRESSES', ['refuse', 'allow'], 'refuse') === 'allow',
    orderExpiryMs: read.integer('ORDER_EXPIRY_MINUTES', 30, 1, 7 * 24 * 60) * minuteMs,
    uploadKeptMs: read.integer('UPLOAD_KEPT_HOURS', 24, 1, 24 * 30) * 60 * minuteMs,
    resultKeptMs: read.integer('RESULT_KEPT_DAYS', 7, 1, 3650) * dayMs,
    memberResultKeptMs: read.integer('MEMBER_RESULT_KEPT_DAYS', 30, 1, 3650) * dayMs,
    unpaidOrdersKeptMs: read.integer('UNPAID_ORDERS_KEPT_DAYS', 30, 0, 3650) * dayMs || null,
    resultLinkMs: read.integer('RESULT_LINK_MINUTES', 60, 1, 7 * 24 * 60) * minuteMs,
    imageProcesses: read.integer('IMAGE_PROCESSES', 2, 1, 64),
    imageUserId: read.integer('IMAGE_USER_ID', 65_534, 1, 4_294_967_294),
    queueLengthMax: read.integer('QUEUE_LENGTH_MAX', 1000, 1, 1_000_000),
    uploadFreeMibMin: read.integer('UPLOAD_FREE_MIB_MIN', 512, 0, 1_000_000),
    uploadBytesPerClientPerDay: readUploadQuota(read),
    nets: readNets(read, workingDir),
    refundApprovalAboveMinor: readRefundApproval(read),
    shopContact: readShopContact(read),
    smtp: readSmtp(read),
    logLevel: read.choice('LOG_LEVEL', logLevels, 'info'),
    setVariables: new Set(replaceableVariables.filter((name) => read.text(name) !== null)),
  };
  checkTogether(config, read);
  if (read.problems.length > 0) throw new ConfigError(read.problems);
  return config;
}

function checkTogether(config: Config, { problems }: Reader): void {
  if (config.role !== 'all' && config.database === null) {
    problems.push(`ROLE=${config.role} needs DATABASE_URL: several processes need PostgreSQL.`);
  }
  if (config.role !== 'all' && config.publicUrl === null) {
    problems.push(`ROLE=${config.role} needs PUBLIC_URL: every process must create the same links.`);
  }
  if (config.role !== 'all' && config.secretKeys === null) {
    problems.push(
      `ROLE=${config.role} needs SECRET_KEY: every process must accept the tokens and links of the others.`,
    );
  }
  for (const [name, url] of [
    ['JWKS_URL', config.jwt?.jwksUrl],
    ['EVENTS_URL', config.events?.url],
  ] as const) {
    if (url === undefined || config.plainHttpAllowed || !isRemotePlainHttp(url)) continue;
    problems.push(
      `${name} must begin with https:// unless its host is this machine; PLAIN_HTTP=allow permits http://.`,
    );
  }
  if (config.auth === 'required' && config.jwt === null) {
    problems.push('AUTH=required needs JWKS_URL, JWT_ISSUER and JWT_AUDIENCE: users sign in with JWTs.');
  }
}

/** Whether a person on the network could read and change what the service sends to this URL and receives from it. */
function isRemotePlainHttp(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !isLocalHost(hostname);
}

function readSecrets({ secretList, problems }: Reader): Config['secretKeys'] {
  const [first, ...others] = secretList('SECRET_KEY');
  if (first === undefined) return null;
  if ([first, ...others].some(({ length }) => length < secretLengthMin)) {
    problems.push(
      `SECRET_KEY must list keys of at least ${secretLengthMin} characters, separated by commas.`,
    );
  }
  if (others.length >= secretsMax) problems.push(`SECRET_KEY must list at most ${secretsMax} keys.`);
  return [first, ...others];
}

/** Ten requests per second: far more than one person's client sends. */
const rateLimitDefault = 600;
const rateLimitMax = 1_000_000;

function readRateLimit({ integerOrOff }: Reader): number | null {
  return integerOrOff('RATE_LIMIT', rateLimitDefault, 1, rateLimitMax);
}

/** About 250 photos of a phone: more than a family or an office behind one address uploads in a day. */
const uploadMibPerDayDefault = 1000;
/** The smallest allowed limit permits one upload of the largest size. */
const uploadMibPerDayMin = 16;

function readUploadQuota({ integerOrOff }: Reader): number | null {
  const [fallback, min] = [uploadMibPerDayDefault, uploadMibPerDayMin];
  const mib = integerOrOff('UPLOAD_MIB_PER_CLIENT_PER_DAY', fallback, min, 1_000_000);
  return mib === null ? null : mib * 2 ** 20;
}

/** The highest price that a good can have, so a higher limit would have no effect. */
const refundApprovalMax = 100_000_000;

function readRefundApproval({ text, integer }: Reader): number | null {
  if (text('REFUND_APPROVAL_MINOR') === null) return null;
  return integer('REFUND_APPROVAL_MINOR', 0, 0, refundApprovalMax);
}

function readNets({ text, choice }: Reader, workingDir: string): Config['nets'] {
  const colouriser = text('COLOURISER_NET_FILE');
  const matting = text('MATTING_NET_FILE');
  const kind = choice('MATTING_NET_KIND', mattingNetKinds, 'modnet');
  return {
    colouriserFile: colouriser === null ? null : resolve(workingDir, colouriser),
    matting: matting === null ? null : { file: resolve(workingDir, matting), kind },
  };
}

/** The named groups of addresses that Fastify accepts. */
const proxyGroups: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];

function readProxies({ list, problems }: Reader): readonly string[] {
  const proxies = list('TRUST_PROXY');
  for (const proxy of proxies) {
    if (proxyGroups.includes(proxy) || isNetwork(proxy)) continue;
    problems.push(`TRUST_PROXY must list addresses and networks such as 10.0.0.0/8, not "${proxy}".`);
  }
  return proxies;
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function readCurrency({ text, problems }: Reader): string {
  const code = text('CURRENCY') ?? 'CNY';
  if (!/^[A-Z]{3}$/.test(code))
    problems.push(`CURRENCY must be an ISO 4217 code such as CNY, not "${code}".`);
  return code;
}

function readJwt({ text, url, choice, problems }: Reader): Config['jwt'] {
  const jwksUrl = url('JWKS_URL', ['http:', 'https:']);
  const issuer = text('JWT_ISSUER');
  const audience = text('JWT_AUDIENCE');
  const types = choice('JWT_TYPE', ['any', 'at+jwt'], 'any');
  if (jwksUrl !== null && issuer !== null && audience !== null) return { jwksUrl, issuer, audience, types };
  if (jwksUrl !== null || issuer !== null || audience !== null) {
    problems.push('JWKS_URL, JWT_ISSUER and JWT_AUDIENCE must be set together or not at all.');
  }
  return null;
}
