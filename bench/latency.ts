/**
 * Measures how much busy image processes slow down the API: the latency of look-ups at a low, fixed rate, first while
 * all image processes are idle and then while all are busy, in one run.
 */

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeLargeSamples } from './large-samples.ts';
import { type LoadResult, load } from './load.ts';
import { startServer } from './servers.ts';

const rate = 200;
const seconds = 8;
const connections = 8;
/** The number of queued pictures: more than the image processes can make during the measurement. */
const pictures = 40;

async function post(url: string, operation: string, body: BodyOf): Promise<Record<string, unknown>> {
  const init =
    body instanceof FormData
      ? { method: 'POST', body }
      : { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const answer = await fetch(`${url}/index.php/v1/${operation}`, init);
  if (!answer.ok) throw new Error(`${operation}: ${answer.status} ${await answer.text()}`);
  const value: unknown = await answer.json();
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

type BodyOf = FormData | Readonly<Record<string, unknown>>;

async function fillQueue(url: string, photo: Uint8Array<ArrayBuffer>): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([photo], { type: 'image/jpeg' }), 'photo.jpg');
  const { path } = await post(url, 'ext_upload', form);
  let last = '';
  for (let n = 1; n <= pictures; n++) {
    // Each order has a different inviter, because an equal order within 5 s would return the first one.
    const order = await post(url, 'mark_order_zhaopianshangse', { goods_id: 1, path, from_user_id: n });
    last = String(order.order_no);
    const { url: checkout } = await post(url, 'pay_order', { order_no: last });
    const paid = await fetch(String(checkout), {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({ outcome: 'paid' }),
    });
    if (!paid.ok) throw new Error(`checkout: ${paid.status}`);
  }
  return last;
}

function lookUps(url: string, orderNo: string): Promise<LoadResult> {
  return load({
    url: `${url}/index.php/v1/fetch_order`,
    connections,
    seconds,
    rate,
    body: () => JSON.stringify({ order_no: orderNo }),
  });
}

export async function benchLatency(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'photokiosk-bench-'));
  const { scene } = await makeLargeSamples(folder);
  const env = { DATA_DIR: join(folder, 'data'), PORT: '0', RATE_LIMIT: 'off' };
  const server = await startServer('../src/main.ts', [], env);
  try {
    const { order_no: first } = await post(server.url, 'mark_order_vip', { goods_id: 3 });
    await lookUps(server.url, String(first));
    const idle = await lookUps(server.url, String(first));
    const last = await fillQueue(server.url, new Uint8Array(await readFile(scene)));
    const busy = await lookUps(server.url, String(first));
    const { deal_status: state } = await post(server.url, 'fetch_order', { order_no: last });
    console.log(
      `p99 of look-ups at ${rate}/s while the image workers are saturated: ${busy.p99Ms} ms, idle ${idle.p99Ms} ms: ` +
        `ratio ${(busy.p99Ms / Math.max(1, idle.p99Ms)).toFixed(1)} (aim ≤ 2); ` +
        `p50 ${busy.p50Ms} and ${idle.p50Ms} ms` +
        (state === 'init' ? '' : ' (the queue ran dry: not saturated to the end)'),
    );
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
