/**
 * The target `config`: environments of the service. A wrong value must lead to a `ConfigError`, which has a
 * sentence for each problem; any other error is a finding.
 */

import fc from 'fast-check';
import { ConfigError, readConfig } from '../../../src/config.ts';
import { fine, type Target, wrong } from '../target.ts';
import { hostileText } from '../values.ts';

/** Every variable, with values that it accepts. */
const variables: Readonly<Record<string, readonly string[]>> = {
  HOST: ['127.0.0.1', '::', 'localhost'],
  PORT: ['0', '8080', '65535'],
  PUBLIC_URL: ['https://shop.test', 'http://shop.test/'],
  DATA_DIR: ['data', '/var/lib/photokiosk'],
  DATABASE_URL: [
    'postgres://user:secret@db.test:5432/shop',
    'postgres://user@%2Frun%2Fpostgresql/shop',
    'postgres://user@/shop?host=/run/postgresql',
    'postgresql://[::1]/shop?sslmode=disable&application_name=x',
    'postgres://db.test/shop?sslmode=verify-ca&sslrootcert=/ca.pem',
  ],
  PGHOST: ['db.test', '/run/postgresql'],
  ROLE: ['all', 'api', 'worker'],
  SECRET_KEY: ['a'.repeat(32), `${'a'.repeat(32)},${'b'.repeat(40)}`],
  ADMIN_PASSWORD: ['correct horse battery staple'],
  PAYMENT_PROVIDERS: ['sandbox'],
  RATE_LIMIT: ['off', '600'],
  TRUST_PROXY: ['loopback', '10.0.0.0/8, ::1/128'],
  TIME_ZONE: ['Asia/Shanghai', 'UTC', '+08:00'],
  CURRENCY: ['CNY', 'JPY'],
  AUTH: ['optional', 'required'],
  JWKS_URL: ['https://idp.test/keys', 'http://localhost/keys', 'http://[::1]/keys'],
  JWT_ISSUER: ['https://idp.test'],
  JWT_AUDIENCE: ['photokiosk'],
  PLAIN_HTTP: ['refuse', 'allow'],
  EVENTS_URL: ['https://erp.test/hook', 'http://127.0.0.1/hook'],
  EVENTS_SECRET: [`whsec_${'A'.repeat(32)}`, `whsec_${'A'.repeat(43)}=`],
  EVENTS_PRIVATE_ADDRESSES: ['refuse', 'allow'],
  ORDER_EXPIRY_MINUTES: ['30'],
  UNPAID_ORDERS_KEPT_DAYS: ['0', '30'],
  REFUND_APPROVAL_MINOR: ['0', '10000'],
  MATTING_NET_FILE: ['net.onnx'],
  MATTING_NET_KIND: ['modnet'],
  UPLOAD_FREE_MIB_MIN: ['512'],
  LOG_LEVEL: ['info', 'silent'],
};

const value = (valid: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...valid) },
    { weight: 1, arbitrary: hostileText },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom(...valid), hostileText, fc.nat())
        .map(
          ([text, other, at]) =>
            text.slice(0, at % (text.length + 1)) + other.slice(0, 40) + text.slice(at % (text.length + 1)),
        ),
    },
  );

const environment = fc
  .record(Object.fromEntries(Object.entries(variables).map(([name, valid]) => [name, value(valid)])), {
    requiredKeys: [],
  })
  .map((fields) =>
    Object.entries(fields).map(([name, text]) => `${name}=${(text ?? '').replaceAll(/[\0\n]/g, '')}`),
  );

export const configTarget: Target = {
  name: 'config',
  extension: 'env',
  inputs: environment.map((lines) => Buffer.from(lines.join('\n'))),
  dictionary: [
    ...Object.keys(variables).map((name) => `\n${name}=`),
    '%',
    '%zz',
    '?',
    '&',
    '@',
    '[',
    ']',
    ',',
    '/33',
  ],
  inputBytesMax: 4 * 1024,
  timeMsMax: 5_000,
  open: async () => ({
    async run(input) {
      const pairs = input
        .toString()
        .split('\n')
        .map((line): [string, string] => {
          const [name = '', ...rest] = line.split('=');
          return [name, rest.join('=')];
        });
      const env = Object.fromEntries(pairs);
      try {
        const { database, role } = readConfig(env, '/srv');
        return fine(`accepted ${role} ${database?.tls.mode ?? 'sqlite'}`);
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        const values = Object.values(env);
        const secret = [env.ADMIN_PASSWORD, env.EVENTS_SECRET, env.SECRET_KEY].find(
          (text = '') =>
            text.length > 20 &&
            error.message.includes(text) &&
            // A text that is also part of another variable is no finding, because the message may repeat that
            // variable.
            values.filter((other) => other.includes(text)).length === 1,
        );
        return secret === undefined
          ? fine(`refused ${error.problems.length > 3}`)
          : wrong('the message contains a secret');
      }
    },
    close: async () => undefined,
  }),
};
