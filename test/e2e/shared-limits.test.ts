/** Two API processes on one PostgreSQL database, as behind a load balancer: their limits hold for both together. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { administer } from '../support/databases.ts';
import { howToGetPostgres, type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import {
  freePort,
  type ServiceProcess,
  startServiceProcess,
  temporaryDataDir,
} from '../support/service-process.ts';
import { waitUntil } from '../support/wait-until.ts';

const server = await startPostgres();

if (server === undefined) {
  // In CI a skipped suite would look like a suite that passed, so fail instead.
  if (process.env.CI === 'true') throw new Error(howToGetPostgres);
  it('limits of two processes on PostgreSQL', { skip: howToGetPostgres }, () => {});
} else {
  after(() => server.stop());
  describe('limits of two processes on PostgreSQL', () => limitsOfTwo(server));
}

const perMinute = 200;
/** By how many calls the second process can exceed the limit: one twentieth of the limit. */
const beyondMax = 10;
const streamsMax = 20;

/** `url` is the address of this process, not the public address that both processes share. */
type ApiProcess = Pick<ServiceProcess, 'url' | 'kill' | 'stop'>;

interface Answer {
  readonly status: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

async function call(url: string, path: string, client: string, body: unknown = {}): Promise<Answer> {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': client, origin: url },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(120_000),
  });
  return { status: answer.status, fields: JSON.parse(await answer.text()) };
}

function limitsOfTwo(postgres: PostgresServer): void {
  const database = `photokiosk_limits_${process.pid}`;
  let a: ApiProcess;
  let b: ApiProcess;
  let removeData = async () => {};

  before(async () => {
    await administer(postgres, `create database ${database}`);
    const { dataDir, remove } = temporaryDataDir();
    removeData = remove;
    const ports = [String(await freePort()), String(await freePort())] as const;
    const env = {
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.urlOf(database),
      PUBLIC_URL: `http://127.0.0.1:${ports[0]}`,
      SECRET_KEY: 'the common secret of all processes',
      ROLE: 'api',
      RATE_LIMIT: String(perMinute),
      TRUST_PROXY: 'loopback',
    };
    const start = async (port: string): Promise<ApiProcess> => {
      const { kill, stop } = await startServiceProcess({ ...env, PORT: port });
      return { kill, stop, url: `http://127.0.0.1:${port}` };
    };
    [a, b] = await Promise.all([start(ports[0]), start(ports[1])]);
  });
  after(async () => {
    await Promise.all([a.kill(), b.stop()]);
    await administer(postgres, `drop database ${database} with (force)`);
    await removeData();
  });

  it('a client that calls both processes in turn has one limit, exceeded by at most one allowance', async () => {
    const startedAt = performance.now();
    const statuses: number[] = [];
    const sendTo = async ({ url }: ApiProcess) => {
      for (let n = 0; n < 1.25 * perMinute; n++) {
        statuses.push((await call(url, '/v1/goods_list', '203.0.113.1')).status);
      }
    };
    await Promise.all([sendTo(a), sendTo(b)]);
    const elapsedMs = performance.now() - startedAt;
    const admitted = statuses.filter((status) => status === 200).length;
    assert.ok(statuses.every((status) => status === 200 || status === 429));
    const restored = (elapsedMs / 60_000) * perMinute;
    assert.ok(admitted >= perMinute - 1, `only ${admitted} admitted`);
    assert.ok(
      admitted <= perMinute + beyondMax + restored + 1,
      `${admitted} admitted in ${Math.round(elapsedMs)} ms`,
    );
  });

  it('wrong passwords at both processes count together, and a client that one process refuses is refused by both', async () => {
    const signIn = ({ url }: ApiProcess) =>
      call(url, '/admin/api/session', '203.0.113.2', { name: 'admin', password: 'wrong' });
    const answers = await Promise.all([a, b, a, b, a, b, a].map(signIn));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [401, 401, 401, 401, 401, 429, 429]);
    const refused = answers.filter(({ status }) => status === 429);
    assert.ok(refused.every(({ fields }) => fields.reason === 'too_many_wrong_passwords'));
  });

  it('event streams of one client count at both processes, and those of a crashed process are released', async (t) => {
    const client = '203.0.113.3';
    const { fields } = await call(a.url, '/v1/mark_order_vip', client, { goods_id: 3 });
    // Keep the responses, because `fetch` closes the connection of a response that is garbage-collected.
    const open: { readonly stream: AbortController; readonly answer: Response }[] = [];
    t.after(() => {
      for (const { stream } of open) stream.abort();
    });
    const openAt = async ({ url }: ApiProcess) => {
      const stream = new AbortController();
      const path = `/v1/order_events?order_no=${String(fields.order_no)}`;
      const headers = { 'x-forwarded-for': client };
      const answer = await fetch(`${url}${path}`, { headers, signal: stream.signal });
      if (answer.status === 200) open.push({ stream, answer });
      else stream.abort();
      return answer.status;
    };
    for (let n = 0; n < streamsMax; n++) assert.equal(await openAt(a), 200);
    assert.equal(await openAt(b), 200, 'the second process has one place more');
    assert.equal(await openAt(b), 429);
    open.shift()?.stream.abort();
    open.shift()?.stream.abort();
    await waitUntil('the returned place is free at the other process', async () => (await openAt(b)) === 200);
    assert.equal(await openAt(b), 429);
    await a.kill();
    assert.equal(await openAt(b), 429);
    const later = `update held_places set kept_until = kept_until - 40000 where held = ${streamsMax - 2}`;
    await administer(postgres, later, database);
    assert.equal(await openAt(b), 200);
  });

  it('the database contains no address of a client', async () => {
    const found = `do $$ begin if not exists (select from spent_limits) or exists (select from spent_limits
      where key ~ '203') or exists (select from held_places where key ~ '203') then raise exception 'found'; end if; end $$`;
    await administer(postgres, found, database);
  });
}
