/**
 * A start or an audit that cannot work ends with exit code 1 and one sentence that names the cause. There is
 * no stack trace, and nothing is created or changed.
 */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { before, describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { inheritedEnv } from '../support/inherited-env.ts';
import { startServiceProcess, temporaryDataDir } from '../support/service-process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const service = 'src/main.ts';
const audit = 'scripts/audit.ts';
const timeoutMs = 180_000;

type Environment = Readonly<Record<string, string>>;

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Root may write to every folder, so these tests run the commands as the user `nobody`. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

function run(
  script: string,
  env: Environment,
  user: { uid?: number; gid?: number } = {},
  args: readonly string[] = [],
): Ended {
  return spawnSync(process.execPath, [join(root, script), ...args], {
    ...user,
    env: { ...inheritedEnv, PORT: '0', LOG_LEVEL: 'warn', ...env },
    encoding: 'utf8',
    timeout: timeoutMs,
  });
}

/** Asserts that the command failed with one line on standard error, and nothing else. */
function assertOneSentence({ status, stdout, stderr }: Ended, expected: RegExp): void {
  assert.equal(status, 1, stderr);
  assert.match(stderr, expected);
  assert.match(stderr, /^[A-Z/][^\n]+\.\n$/);
  assert.equal(stdout, '');
}

function emptyFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-refused-'));
  t.after(() => {
    chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true });
  });
  return folder;
}

/** Runs statements in the database of `folder`, to simulate another version of the service. */
function change(folder: string, ...statements: readonly string[]): void {
  const database = new DatabaseSync(join(folder, 'photokiosk.db'));
  for (const statement of statements) database.exec(statement);
  database.close();
}

describe('the data folder of a service', () => {
  const { dataDir } = temporaryDataDir();
  before(async () => {
    const filled = await startServiceProcess({ DATA_DIR: dataDir });
    await filled.stop();
  });

  it('is audited without problems, also while the service runs', async () => {
    const alone = run(audit, { DATA_DIR: dataDir });
    assert.equal(alone.status, 0, alone.stderr);
    assert.match(alone.stdout, /No problems\./);
    const running = await startServiceProcess({ DATA_DIR: dataDir });
    const beside = run(audit, { DATA_DIR: dataDir });
    await running.stop();
    assert.equal(beside.status, 0, beside.stderr);
  });

  it('is refused by the service and by the audit after a newer version has migrated its database', () => {
    change(dataDir, "insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')");
    const newer =
      /^A newer version of Photokiosk has migrated the database \(9999-later\): install that version/;
    assertOneSentence(run(service, { DATA_DIR: dataDir }), newer);
    assertOneSentence(run(audit, { DATA_DIR: dataDir }), newer);
    change(dataDir, "delete from kysely_migration where name = '9999-later'");
  });

  it('is refused by the audit, which does not migrate it, if an older version wrote its database', () => {
    const last = 'select name from kysely_migration order by name desc limit 1';
    change(dataDir, 'create table kept as select * from kysely_migration');
    change(dataDir, `delete from kysely_migration where name = (${last})`);
    assertOneSentence(run(audit, { DATA_DIR: dataDir }), /is of an older version: start the service once/);
    change(dataDir, 'delete from kysely_migration', 'insert into kysely_migration select * from kept');
    change(dataDir, 'drop table kept');
    assert.equal(run(audit, { DATA_DIR: dataDir }).status, 0);
  });

  it('is refused by the service when its keys are damaged', () => {
    const file = join(dataDir, 'secret.key');
    rmSync(file);
    writeFileSync(file, 'abc\n');
    assertOneSentence(run(service, { DATA_DIR: dataDir }), /secret\.key is damaged: restore it/);
  });
});

describe('the audit', () => {
  it('of a folder without a database fails and creates nothing', (t) => {
    const folder = emptyFolder(t);
    const sentence = /^There is no database .*photokiosk\.db: set DATA_DIR to the data folder/;
    assertOneSentence(run(audit, { DATA_DIR: folder }), sentence);
    assert.deepEqual(readdirSync(folder), []);
    assertOneSentence(run(audit, { DATA_DIR: join(folder, 'absent') }), sentence);
    assert.ok(!existsSync(join(folder, 'absent')));
  });

  it('of an empty database, or of another program’s database, is refused', (t) => {
    const folder = emptyFolder(t);
    writeFileSync(join(folder, 'photokiosk.db'), '');
    assertOneSentence(run(audit, { DATA_DIR: folder }), /contains no data of Photokiosk\.$/m);
    change(folder, 'create table cats (name text)');
    assertOneSentence(run(audit, { DATA_DIR: folder }), /contains no data of Photokiosk\.$/m);
  });

  it('reports a wrong configuration without a stack trace', () => {
    const { status, stderr } = run(audit, { PORT: 'x' });
    assert.equal(status, 1);
    assert.match(stderr, /^The configuration is wrong:\n {2}- PORT .*\n$/);
  });
});

describe('a start', () => {
  for (const script of [service, audit]) {
    it(`of ${script} with a file that is no database is refused`, (t) => {
      const folder = emptyFolder(t);
      writeFileSync(join(folder, 'photokiosk.db'), 'This is a diary. '.repeat(500));
      assertOneSentence(run(script, { DATA_DIR: folder }), /cannot be used: it is not a SQLite database\.$/m);
    });

    it(`of ${script} with a folder in the place of the database is refused`, (t) => {
      const folder = emptyFolder(t);
      mkdirSync(join(folder, 'photokiosk.db'));
      assertOneSentence(
        run(script, { DATA_DIR: folder }),
        /photokiosk\.db cannot be used|photokiosk\.db is a folder/,
      );
    });

    it(`of ${script} with a PostgreSQL server that does not respond is refused`, async (t) => {
      const folder = emptyFolder(t);
      const closed = createServer().listen(0, '127.0.0.1');
      await once(closed, 'listening');
      const address = closed.address();
      const port = typeof address === 'object' ? address?.port : 0;
      closed.close();
      const DATABASE_URL = `postgres://shop:hunter2@127.0.0.1:${port}/shop`;
      const ended = run(script, { DATA_DIR: folder, DATABASE_URL });
      assertOneSentence(ended, /^The PostgreSQL server of DATABASE_URL cannot be reached \(.*ECONNREFUSED/);
      assert.doesNotMatch(ended.stderr, /hunter2/);
    });
  }

  it('with a data folder in which the service may not write is refused', (t) => {
    const folder = emptyFolder(t);
    chmodSync(folder, 0o555);
    assertOneSentence(
      run(service, { DATA_DIR: folder }, nobody),
      /may not (open it or )?write to|may not use/,
    );
    assertOneSentence(
      run(service, { DATA_DIR: join(folder, 'data') }, nobody),
      /^This process may not use \//,
    );
  });

  it('creates a data folder that only the service’s user can read', async (t) => {
    const dataDir = join(emptyFolder(t), 'data');
    const running = await startServiceProcess({ DATA_DIR: dataDir });
    await running.stop();
    assert.equal(statSync(dataDir).mode & 0o777, 0o700);
    for (const name of ['photokiosk.db', 'secret.key'])
      assert.equal(statSync(join(dataDir, name)).mode & 0o777, 0o600);
  });

  it('with a file in the place of the data folder is refused', (t) => {
    const file = join(emptyFolder(t), 'data');
    writeFileSync(file, '');
    assertOneSentence(run(service, { DATA_DIR: file }), /data is not a folder: set DATA_DIR to a folder\.$/m);
  });

  it('with a link to a folder that does not exist in the place of the data folder, or above it, is refused', (t) => {
    const link = join(emptyFolder(t), 'link');
    symlinkSync(join(link, '..', 'not mounted'), link);
    for (const DATA_DIR of [link, join(link, 'data')]) {
      assertOneSentence(
        run(service, { DATA_DIR }),
        /link is a link to a folder that does not exist: mount the disk or correct DATA_DIR\.$/m,
      );
    }
  });

  it('on a port or an address that the service cannot use is refused', async (t) => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    t.after(() => taken.close());
    const address = taken.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const DATA_DIR = emptyFolder(t);
    const inUse = run(service, { DATA_DIR, PORT: String(port), ADMIN_PASSWORD: 'a password of the tests' });
    assertOneSentence(inUse, new RegExp(`^The port ${port} on 127\\.0\\.0\\.1 is in use: stop the other`));
    const elsewhere = run(service, { DATA_DIR, PORT: '18080', HOST: '192.0.2.1' });
    assertOneSentence(elsewhere, /^This machine has no address 192\.0\.2\.1: set HOST/);
  });

  it('with a common ADMIN_PASSWORD is refused, and the message names the variable', (t) => {
    const { status, stderr } = run(service, { DATA_DIR: emptyFolder(t), ADMIN_PASSWORD: 'passwordpassword' });
    assert.equal(status, 1);
    assert.match(stderr, /ADMIN_PASSWORD is among the first passwords that a guesser tries/);
  });

  it('with the sandbox beside another payment provider is refused', (t) => {
    const { status, stderr } = run(service, {
      DATA_DIR: emptyFolder(t),
      PAYMENT_PROVIDERS: 'stripe,sandbox',
    });
    assert.equal(status, 1);
    assert.match(
      stderr,
      /PAYMENT_PROVIDERS must not list sandbox beside stripe: with the sandbox every order is free/,
    );
  });
});
