/** Connections to PostgreSQL with TLS, tested through a proxy in front of the server, and unusable databases. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { TLSSocket } from 'node:tls';
import pg from 'pg';
import { StartError } from '../../../src/domain/start-error.ts';
import { type OpenedStore, openStore, openStoreReadOnly } from '../../../src/store/open-store.ts';
import type { PostgresTls } from '../../../src/store/postgres/postgres-tls.ts';
import { administer, silentLog } from '../../support/databases.ts';
import type { PostgresServer } from '../../support/postgres-server.ts';

const options = { clock: { now: () => Date.now() }, log: silentLog };
const verified: PostgresTls = { mode: 'verify-full', rootFile: null, certificateFile: null, keyFile: null };
/** The message with which a client requests TLS: its length and the code 80877103. */
const tlsRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

interface Front {
  readonly port: number;
  /** The bytes that clients sent without encryption, except their request for TLS. */
  readonly plain: Buffer[];
  readonly server: Server;
}

/** @param certificate null: the proxy replies that it offers no TLS. */
async function openFront(
  backend: () => Socket,
  certificate: { readonly cert: Buffer; readonly key: Buffer } | null,
): Promise<Front> {
  const plain: Buffer[] = [];
  const server = createServer((client) => {
    client.on('error', () => undefined);
    client.once('data', (first: Buffer) => {
      if (!first.equals(tlsRequest) || certificate === null) {
        if (!first.equals(tlsRequest)) plain.push(first);
        client.on('data', (more: Buffer) => plain.push(more));
        client.end('N');
        return;
      }
      const secure = new TLSSocket(client, { isServer: true, ...certificate });
      client.write('S');
      const database = backend();
      for (const [from, to] of [
        [secure, database],
        [database, secure],
      ] as const) {
        from.on('error', () => to.destroy());
        from.on('close', () => to.destroy());
        from.pipe(to);
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return { port: address.port, plain, server };
}

export function tlsContract(server: PostgresServer): void {
  describe('TLS', () => {
    const name = `photokiosk_tls_${process.pid}`;
    const folder = mkdtempSync(join(tmpdir(), 'photokiosk-tls-'));
    const certFile = join(folder, 'cert.pem');
    const keyFile = join(folder, 'key.pem');
    let withTls: Front;
    let withoutTls: Front;

    before(async () => {
      await administer(server, `create database ${name}`);
      const made = spawnSync('openssl', [
        ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
        ...['-subj', '/CN=database', '-addext', 'subjectAltName=IP:127.0.0.1'],
        ...['-keyout', keyFile, '-out', certFile],
      ]);
      assert.equal(made.status, 0, String(made.stderr));
      const { host, port } = new pg.Client(server.urlOf(name));
      const backend = () =>
        host.startsWith('/')
          ? createConnection(join(host, `.s.PGSQL.${port}`))
          : createConnection(port, host);
      withTls = await openFront(backend, { cert: readFileSync(certFile), key: readFileSync(keyFile) });
      withoutTls = await openFront(backend, null);
    });
    after(async () => {
      withTls.server.close();
      withoutTls.server.close();
      await administer(server, `drop database ${name} with (force)`);
      rmSync(folder, { recursive: true });
    });

    const open = ({ port }: Front, tls: PostgresTls, host = '127.0.0.1'): Promise<OpenedStore> =>
      openStore({ ...options, database: { kind: 'postgres', urls: [urlOf(port, host)], tls } });
    const urlOf = (port: number, host: string) => {
      const { user, password } = new pg.Client(server.urlOf(name));
      return `postgres://${user}:${password ?? 'hunter2'}@${host}:${port}/${name}`;
    };
    const refused = (expected: RegExp) => (error: unknown) => {
      assert.ok(error instanceof StartError, String(error));
      assert.match(error.message, expected);
      assert.doesNotMatch(error.message, /hunter2/);
      return true;
    };

    it('a server without TLS is refused before the user or the password is sent', async () => {
      for (const mode of ['verify-full', 'verify-ca', 'require'] as const) {
        await assert.rejects(
          open(withoutTls, { ...verified, mode }),
          refused(/offers no TLS.*sslmode=disable/),
        );
      }
      assert.deepEqual(withoutTls.plain, []);
    });

    it('a certificate of an unknown certificate authority is refused', async () => {
      await assert.rejects(
        open(withTls, verified),
        refused(/cannot be verified \(self-signed certificate\)/),
      );
    });

    it('a certificate that the configured authority has issued for the host is accepted', async () => {
      const { store } = await open(withTls, { ...verified, rootFile: certFile });
      await store.ping();
      await store.close();
    });

    it('a certificate for another host is refused unless only the certificate authority is verified', async () => {
      const tls = { ...verified, rootFile: certFile };
      await assert.rejects(open(withTls, tls, 'localhost'), refused(/cannot be verified .*localhost/));
      const { store } = await open(withTls, { ...tls, mode: 'verify-ca' }, 'localhost');
      await store.close();
      await assert.rejects(open(withTls, { ...verified, mode: 'verify-ca' }), refused(/cannot be verified/));
    });

    it('every certificate is accepted with sslmode=require', async () => {
      const { store } = await open(withTls, { ...verified, mode: 'require' });
      await store.ping();
      await store.close();
    });

    it('the error about a certificate file that does not exist contains the name of the file', async () => {
      const tls = { ...verified, rootFile: join(folder, 'absent.pem') };
      await assert.rejects(open(withTls, tls), refused(/absent\.pem cannot be read.* as sslrootcert/));
    });
  });

  describe('a PostgreSQL database that cannot be used', () => {
    const name = `photokiosk_read_${process.pid}`;
    before(() => administer(server, `create database ${name}`));
    after(() => administer(server, `drop database ${name} with (force)`));

    it('is refused when it is empty and opened for reading only, and no table is created', async () => {
      const database = { kind: 'postgres', urls: [server.urlOf(name)] } as const;
      const sentence = { name: 'StartError', message: /contains no data of Photokiosk/ };
      await assert.rejects(openStoreReadOnly({ ...options, database }), sentence);
      await assert.rejects(openStoreReadOnly({ ...options, database }), sentence);
      await (await openStore({ ...options, database })).store.close();
      const { store } = await openStoreReadOnly({ ...options, database });
      assert.equal(await store.clockAheadMs(), 0);
      await assert.rejects(
        store.transaction((tx) => tx.goods.count()),
        /reading only/,
      );
      await store.close();
    });

    it('is refused when a newer version has migrated it', async () => {
      const database = { kind: 'postgres', urls: [server.urlOf(name)] } as const;
      await administer(server, "insert into kysely_migration values ('9999-later', '2030-01-01')", name);
      const sentence = { name: 'StartError', message: /^A newer version of Photokiosk/ };
      await assert.rejects(openStoreReadOnly({ ...options, database }), sentence);
      await assert.rejects(openStore({ ...options, database }), sentence);
    });

    it('is refused with a one-sentence explanation if it does not exist', async () => {
      const database = { kind: 'postgres', urls: [server.urlOf('photokiosk_absent')] } as const;
      await assert.rejects(openStore({ ...options, database }), {
        name: 'StartError',
        message:
          'PostgreSQL refuses the database of DATABASE_URL (database "photokiosk_absent" does not exist).',
      });
    });
  });
}
