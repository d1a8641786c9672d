import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { describe, it, test } from 'node:test';
import { childrenOf } from '../crash/child-processes.ts';
import { portrait } from '../imaging/portraits.ts';
import { httpClient } from '../support/http-client.ts';
import { eventsUntil, orderEvents } from '../support/order-stream.ts';
import { samplePhotos } from '../support/sample-photos.ts';
import {
  freePort,
  runToExit,
  type ServiceProcess,
  startServiceProcess,
  temporaryDataDir,
} from '../support/service-process.ts';
import { waitUntil } from '../support/wait-until.ts';
import { createCustomer } from './customer.ts';

const onLinux = { skip: process.platform !== 'linux' };

describe('the first start', { concurrency: true }, () => {
  it('prints the operator’s password, and later starts do not', async (t) => {
    const { dataDir, remove } = temporaryDataDir();
    t.after(remove);
    const startedAt = performance.now();
    const first = await startServiceProcess({ DATA_DIR: dataDir });
    const client = httpClient(first.url);
    const goods = await client.post('goods_list');
    assert.equal(goods.status, 200);
    t.diagnostic(
      `start on an empty folder to the first answer: ${Math.round(performance.now() - startedAt)} ms`,
    );
    const password = await waitUntil('the password', () => / password (\S+)/.exec(first.output())?.[1]);
    await waitUntil(
      'the warning',
      () => /^Payments: sandbox.*No real money moves/m.exec(first.output())?.[0],
    );
    const basic = { name: 'admin', password };
    // The unknown order is reported instead of 401, so the password is right.
    const answer = await client.post('refund_order', { order_no: '0' }, { basic });
    assert.equal(answer.status, 404, answer.text);
    assert.deepEqual(await first.stop(), { code: 0, signal: null });
    const second = await startServiceProcess({ DATA_DIR: dataDir });
    await httpClient(second.url).post('goods_list');
    assert.deepEqual(await second.stop(), { code: 0, signal: null });
    assert.doesNotMatch(second.output(), /password/i);
  });

  it('reports every problem of a wrong configuration at once, without secrets', async () => {
    const wrong = {
      DATA_DIR: '/nowhere',
      PORT: '99999',
      ROLE: 'boss',
      TIME_ZONE: 'Mars/Base',
      RATE_LIMIT: '-1',
      DATABASE_URL: 'mysql://root:hunter2@db/shop',
    };
    const { code, output } = await runToExit(wrong);
    assert.equal(code, 1);
    for (const name of ['PORT', 'ROLE', 'TIME_ZONE', 'RATE_LIMIT', 'DATABASE_URL']) {
      assert.match(output, new RegExp(`^ {2}- ${name} `, 'm'));
    }
    assert.doesNotMatch(output, /hunter2|at .*\.ts/);
  });

  it('refuses a data folder that another service uses, and does not disturb that service', async (t) => {
    const { dataDir, remove } = temporaryDataDir();
    t.after(remove);
    const first = await startServiceProcess({ DATA_DIR: dataDir });
    const second = await runToExit({ DATA_DIR: dataDir });
    assert.equal(second.code, 1);
    assert.match(second.output, /Another service is running on/);
    assert.equal((await httpClient(first.url).post('goods_list')).status, 200);
    await first.stop();
  });
});

interface SlowUpload {
  finish(): Promise<{ readonly status: number; readonly text: string }>;
}

/** Starts an upload and sends the first half of the photo; `finish` sends the rest. */
async function slowUpload(url: string, photo: Uint8Array): Promise<SlowUpload> {
  const boundary = 'edge-of-a-part';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n`;
  const tail = `\r\n--${boundary}--\r\n`;
  const middle = Math.floor(photo.byteLength / 2);
  const call = request(`${url}/index.php/v1/ext_upload`, {
    method: 'POST',
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.length + photo.byteLength + tail.length,
      // The service responds to this header before it reads the body, which shows that it has accepted the
      // call.
      expect: '100-continue',
    },
  });
  const answered = once(call, 'response');
  answered.catch(() => undefined);
  call.flushHeaders();
  await once(call, 'continue');
  call.write(head);
  call.write(photo.subarray(0, middle));
  return {
    async finish() {
      call.write(photo.subarray(middle));
      call.end(tail);
      const [response]: IncomingMessage[] = await answered;
      let text = '';
      for await (const chunk of response?.setEncoding('utf8') ?? []) text += chunk;
      return { status: response?.statusCode ?? 0, text };
    },
  };
}

async function refusesCalls(service: ServiceProcess): Promise<boolean> {
  try {
    return (await httpClient(service.url).post('goods_list')).status === 503;
  } catch {
    return true;
  }
}

test(
  'after Ctrl-C the service answers running calls, and after the next start it makes the unfinished picture',
  onLinux,
  async (t) => {
    const { dataDir, remove } = temporaryDataDir();
    t.after(remove);
    const photos = await samplePhotos();
    const env = { DATA_DIR: dataDir, PORT: String(await freePort()), LOG_LEVEL: 'info' };
    const first = await startServiceProcess(env);
    const customer = createCustomer(httpClient(first.url));
    // A large photo, so that the image process is still working on the picture when the test halts the process.
    const large = await portrait().resize({ height: 3200 }).jpeg().toBuffer();
    const path = await customer.upload(new Uint8Array(large));
    const orderNo = await customer.order('mark_order_zhaopianshangse', 1, { path });
    const stream = orderEvents(first.url, orderNo);
    await stream.next();
    const upload = await slowUpload(first.url, photos.portrait);
    const underWork = eventsUntil(stream, ({ data }) => data.deal_status === 'ing');
    const idle = new Set(childrenOf(first.pid).map(({ pid }) => pid));
    await customer.pay(orderNo);
    await underWork;
    // The process that makes the picture is halted, so that the picture is unfinished when the service gives up waiting.
    const [maker] = await waitUntil('the image process of the order', () => {
      const started = childrenOf(first.pid).filter(({ pid }) => !idle.has(pid));
      return started.length > 0 && started;
    });
    process.kill(maker?.pid ?? Number.NaN, 'SIGSTOP');
    first.signal('SIGINT');
    await waitUntil('new calls are refused', () => refusesCalls(first));
    const { status, text } = await upload.finish();
    assert.equal(status, 200, text);
    assert.match(text, /"path":"uploads\//);
    assert.deepEqual(await first.exited, { code: 0, signal: null });
    assert.match(first.output(), /"event":"work_returned"/, 'the job of the picture was released');

    const second = await startServiceProcess(env);
    t.after(() => second.stop());
    const order = await customer.orderWhen(orderNo, 'done', ({ deal_status }) => deal_status === 'done');
    assert.equal((await fetch(String(order.deal_result))).status, 200);
    assert.doesNotMatch(second.output(), /of a process that ended unexpectedly/);
  },
);
