/** `DATABASE_URL`: which database, and how the service reaches it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Environment } from '../../src/config/environment-reader.ts';
import { read } from './read-config.ts';

test('DATABASE_URL accepts a PostgreSQL URL with a socket folder and no host', () => {
  const databaseUrl = 'postgres://shop:pw@/shop?host=%2Frun%2Fpostgresql';
  assert.deepEqual(read({ DATABASE_URL: databaseUrl }).database?.urls, [databaseUrl]);
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
    const { database } = read({ DATABASE_URL: url });
    assert.deepEqual([database?.urls, database?.tls.mode], [[url], 'disable']);
  });
}

test('a database on another machine is reached by TLS with a verified certificate, unless the URL says otherwise', () => {
  const tlsOf = (query: string, env: Environment = {}) =>
    read({ DATABASE_URL: `postgres://shop:p%3Fw@db.example/shop${query}`, ...env }).database?.tls.mode;
  assert.equal(tlsOf(''), 'verify-full');
  assert.equal(tlsOf('?application_name=x'), 'verify-full');
  assert.equal(tlsOf('?sslmode=disable'), 'disable');
  assert.equal(tlsOf('?sslmode=require'), 'require');
  assert.equal(tlsOf('?sslmode=require&sslrootcert=/etc/ca.pem'), 'verify-ca');
  assert.equal(tlsOf('?host=127.0.0.1'), 'disable');
  assert.equal(read({ DATABASE_URL: 'postgres://localhost/x?host=db' }).database?.tls.mode, 'verify-full');
  assert.equal(read({ DATABASE_URL: 'postgres:///shop', PGHOST: 'db' }).database?.tls.mode, 'verify-full');
});

test('the parameters of TLS are taken out of DATABASE_URL, and all other parameters stay as they are', () => {
  const { database } = read({
    DATABASE_URL:
      'postgres://u:p@db:6432/x?sslmode=verify-full&options=-c%20a%3Db&sslrootcert=/ca.pem&sslcert=/c.pem&sslkey=/k.pem',
  });
  assert.deepEqual(database?.urls, ['postgres://u:p@db:6432/x?options=-c%20a%3Db']);
  assert.deepEqual(database?.tls, {
    mode: 'verify-full',
    host: 'db',
    rootFile: '/ca.pem',
    certificateFile: '/c.pem',
    keyFile: '/k.pem',
  });
});

test('a URL with several hosts becomes one address for each host, and only the server that accepts writes is used', () => {
  const { database } = read({
    DATABASE_URL: 'postgres://u:p@h1:5432,h2:5433,h3/x?target_session_attrs=read-write&sslmode=require',
  });
  assert.deepEqual(database?.urls, [
    'postgres://u:p@h1:5432/x',
    'postgres://u:p@h2:5433/x',
    'postgres://u:p@h3/x',
  ]);
  assert.equal(database?.primaryOnly, true);
  assert.equal(database?.tls.mode, 'require');
});

test('TLS is verified if one of several hosts is on another machine', () => {
  const modeOf = (hosts: string) =>
    read({ DATABASE_URL: `postgres://u@${hosts}/x?target_session_attrs=primary` }).database?.tls.mode;
  assert.equal(modeOf('localhost,db2.example'), 'verify-full');
  assert.equal(modeOf('localhost:5432,127.0.0.1:5433'), 'disable');
});

test('the hosts and the TLS settings of DATABASE_DIRECT_URL do not depend on DATABASE_URL', () => {
  const { database, databaseDirect } = read({
    DATABASE_URL: 'postgres://u@127.0.0.1:6432/x',
    DATABASE_DIRECT_URL: 'postgres://u@h1,h2/x?target_session_attrs=read-write',
  });
  assert.equal(database?.tls.mode, 'disable');
  assert.deepEqual(databaseDirect?.urls, ['postgres://u@h1/x', 'postgres://u@h2/x']);
  assert.equal(databaseDirect?.tls.mode, 'verify-full');
});
