/**
 * Measures the CPU time of a paid order as a multiple of the CPU time of a created order in the same run.
 * Each customer orders a picture, opens its payment at the sandbox and pays at the checkout, which sends the
 * bank's signed notification to the service. The image processes are stopped, so no picture is made.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createLoad, distinctInviter, guestHeaders } from './create-load.ts';
import { makeLargeSamples } from './large-samples.ts';
import { load, loadJourneys, type Step } from './load.ts';
import { median } from './median.ts';
import { type BenchServer, cpuMs, startServer } from './servers.ts';

const connections = 64;
const ordersEach = 40;
const rounds = 3;
const aim = 3;
/** How many more jobs may wait than before the payments: a scheduled job that was running then waits now. */
const moreMax = 2;
const leftoversMaxMs = 20_000;
/**
 * The time between two requests for the length of the queue. It is long, because the service counts the whole queue
 * for each response, which costs CPU time.
 */
const lookEveryMs = 1_000;
const stopEveryMs = 100;

interface Figures {
  readonly createUs: number;
  readonly paidUs: number;
  readonly paidPerSecond: number;
}

export async function benchPaidOrders(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'photokiosk-bench-'));
  const server = await startServer('../src/main.ts', [], {
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    RATE_LIMIT: 'off',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'info',
    IMAGE_PROCESSES: '1',
    QUEUE_LENGTH_MAX: '1000000',
  });
  let stopping: NodeJS.Timeout | undefined;
  try {
    const headers = await guestHeaders(server.url);
    const path = await uploadPhoto(server.url, folder);
    // Stop the image processes again and again, because the service replaces a process that does not respond.
    stopping = setInterval(() => stopImageProcesses(server.pid), stopEveryMs);
    const figures: Figures[] = [];
    for (let round = 0; round <= rounds; round += 1) figures.push(await measure(server, headers, path));
    // The first round only warms up the server.
    print(figures.slice(1));
  } finally {
    clearInterval(stopping);
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(
  server: BenchServer,
  headers: Readonly<Record<string, string>>,
  path: string,
): Promise<Figures> {
  const before = cpuMs(server.pid);
  const { requests } = await load(createLoad(server.url, headers));
  const waitingBefore = await jobsWithoutPictures(server.url);
  const created = cpuMs(server.pid);
  const numbers: string[] = [];
  const steps = paidOrder(headers, path, numbers);
  const paidPerSecond = await loadJourneys({ url: server.url, connections, journeysEach: ordersEach, steps });
  await leftoversGone(server.url, waitingBefore + moreMax);
  const paid = cpuMs(server.pid);
  await requirePaid(server.url, headers, numbers);
  const orders = connections * ordersEach;
  return {
    createUs: ((created - before) * 1000) / requests,
    paidUs: ((paid - created) * 1000) / orders,
    paidPerSecond,
  };
}

/** @param numbers an array to which each new order number is appended. */
function paidOrder(headers: Readonly<Record<string, string>>, path: string, numbers: string[]): Step[] {
  const operations = '/index.php/v1';
  const json = { ...headers, 'content-type': 'application/json' };
  let n = 0;
  return [
    {
      headers: json,
      request() {
        n += 1;
        const body = JSON.stringify({ goods_id: 1, path, from_user_id: distinctInviter(n) });
        return { path: `${operations}/mark_order_zhaopianshangse`, body };
      },
    },
    {
      headers: json,
      request(answer) {
        numbers.push(JSON.parse(answer).order_no);
        return { path: `${operations}/pay_order`, body: answer };
      },
    },
    {
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      request: (answer) => ({ path: new URL(JSON.parse(answer).url).pathname, body: 'outcome=paid' }),
    },
  ];
}

async function uploadPhoto(url: string, folder: string): Promise<string> {
  const { scene } = await makeLargeSamples(folder);
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await readFile(scene))], { type: 'image/jpeg' }), 'photo.jpg');
  const answer = await fetch(`${url}/index.php/v1/ext_upload`, { method: 'POST', body: form });
  if (!answer.ok) throw new Error(`ext_upload: ${answer.status}`);
  return JSON.parse(await answer.text()).path;
}

function stopImageProcesses(pid: number): void {
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const children = readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean);
    for (const child of children) process.kill(Number(child), 'SIGSTOP');
  }
}

/**
 * Waits until the jobs that payments have added, except pictures, have run, because their CPU time belongs to a paid
 * order.
 */
async function leftoversGone(url: string, waitingMax: number): Promise<void> {
  const deadline = performance.now() + leftoversMaxMs;
  while (performance.now() < deadline) {
    if ((await jobsWithoutPictures(url)) <= waitingMax) return;
    await pause(lookEveryMs);
  }
  throw new Error('payments left jobs behind that do not end');
}

/** The number of waiting jobs, scheduled ones included, that make no picture. */
async function jobsWithoutPictures(url: string): Promise<number> {
  const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n');
  const figure = (name: string) => Number(lines.find((line) => line.startsWith(name))?.split(' ')[1]);
  return figure('photokiosk_jobs{state="ready"}') - figure('photokiosk_pictures_queued');
}

/** @throws Error unless every order is paid. */
async function requirePaid(
  url: string,
  headers: Readonly<Record<string, string>>,
  numbers: readonly string[],
): Promise<void> {
  for (const orderNo of numbers) {
    const body = JSON.stringify({ order_no: orderNo });
    const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body };
    const answer = await fetch(`${url}/index.php/v1/fetch_order`, init);
    const { status } = JSON.parse(await answer.text());
    if (status !== 'pay') throw new Error(`an order is ${status}, not paid`);
  }
}

function print(figures: readonly Figures[]): void {
  const ratio = median(figures.map(({ paidUs, createUs }) => paidUs / createUs));
  const createUs = median(figures.map((figure) => figure.createUs));
  const paidUs = median(figures.map((figure) => figure.paidUs));
  const perSecond = median(figures.map((figure) => figure.paidPerSecond));
  console.log(
    `paid    one paid order costs ${ratio.toFixed(2)} creates, its own included (aim ≤ ${aim} besides it): ` +
      `CPU ${Math.round(paidUs)} µs of ${Math.round(createUs)} µs; ${Math.round(perSecond)}/s`,
  );
}
