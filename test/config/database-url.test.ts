/** `DATABASE_URL`: which database, and how the service reaches it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Environment } from '../../src/config/environment-reader.ts';
import { read } from './read-config.ts';

test('DATABASE_URL accepts a PostgreSQL URL with a socket folder and no host', () => {
  const databaseUrl = 'postgres://shop:pw@/shop?host=%2Frun%2Fpostgresql';
  assert.equal(read({ DATABASE_URL: databaseUrl }).databaseUrl, databaseUrl);
});

const local = [
  'postgres://shop:pw@localhost/shop',
  'postgres://shop:pw@127.0.0.1:5433/shop',
  'postgres://shop:pw@[::1]:5433/shop',
  'postgres://shop:pw@/shop?host=/run/postgresql',
  'postgres://shop:pw@%2Frun%2Fpostgresql/shop',
  'postgres:///shop',
];

for (const url of local) {
  test(`${url} needs no TLS, because the database is on this machine`, () => {
    const { databaseUrl, databaseTls } = read({ DATABASE_URL: url });
    assert.deepEqual([databaseUrl, databaseTls?.mode], [url, 'disable']);
  });
}

test('a database on another machine is reached by TLS with a verified certificate, unless the URL says otherwise', () => {
  const tlsOf = (query: string, env: Environment = {}) =>
    read({ DATABASE_URL: `postgres://shop:p%3Fw@db.example/shop${query}`, ...env }).databaseTls?.mode;
  assert.equal(tlsOf(''), 'verify-full');
  assert.equal(tlsOf('?application_name=x'), 'verify-full');
  assert.equal(tlsOf('?sslmode=disable'), 'disable');
  assert.equal(tlsOf('?sslmode=require'), 'require');
  assert.equal(tlsOf('?sslmode=require&sslrootcert=/etc/ca.pem'), 'verify-ca');
  assert.equal(tlsOf('?host=127.0.0.1'), 'disable');
  assert.equal(read({ DATABASE_URL: 'postgres://localhost/x?host=db' }).databaseTls?.mode, 'verify-full');
  assert.equal(read({ DATABASE_URL: 'postgres:///shop', PGHOST: 'db' }).databaseTls?.mode, 'verify-full');
});

test('the parameters of TLS are taken out of DATABASE_URL, and all other parameters stay as they are', () => {
  const { databaseUrl, databaseTls } = read({
    DATABASE_URL:
      'postgres://u:p@db:6432/x?sslmode=verify-full&options=-c%20a%3Db&sslrootcert=/ca.pem&sslcert=/c.pem&sslkey=/k.pem',
  });
  assert.equal(databaseUrl, 'postgres://u:p@db:6432/x?options=-c%20a%3Db');
  assert.deepEqual(databaseTls, {
    mode: 'verify-full',
    host: 'db',
    rootFile: '/ca.pem',
    certificateFile: '/c.pem',
    keyFile: '/k.pem',
  });
});
