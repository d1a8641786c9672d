/**
 * The minimal server with which the benchmark compares the service. It uses only `node:http` and `node:sqlite`. It
 * makes the same durable insert as the service (an order and the first event of its history, group commit,
 * `synchronous = full`) and the same look-up. It parses JSON, but has no validation, authentication, limits, logs or
 * error handling.
 */

import { randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { openStore } from '../src/store/open-store.ts';

const file = process.argv[2];
if (file === undefined) throw new Error('usage: bare-server.ts FILE');

// Create the service's own schema, so that the insert writes the same row into the same indexes.
const silent = { debug() {}, info() {}, warn() {}, error() {} };
const { store } = await openStore({
  database: { kind: 'sqlite', file },
  clock: { now: () => 0 },
  log: silent,
});
await store.close();

const db = new DatabaseSync(file);
db.exec(`
  pragma journal_mode = wal;
  pragma synchronous = full;
  insert into users (kind, created_at) values ('guest', 0);
  insert into goods (title, summary, icon, price_minor, sort, funct_name, on_shelf)
    values ('VIP', '', '', 1990, 1, 'mark_order_vip', 1);
`);
const insertOrder = db.prepare(`
  insert into orders (order_no, user_id, owned_by, goods_id, funct_name, details, price_minor, currency,
    from_user_id, created_at, expires_at, status, deal_status, version, fingerprint)
  values (?, 1, 'guest', 1, 'mark_order_vip', '{"num":1}', 1990, 'CNY', ?, ?, ?, 'wait_pay', 'init', 1, ?)`);
const insertHistory = db.prepare(`
  insert into order_history (order_id, seq, type, at, event, actor)
  values (?, 1, 'created', ?, '{"type":"created"}', '{"kind":"customer","userId":1}')`);
const lookUp = db.prepare(`
  select id, user_id, goods_id, from_user_id, created_at as create_time, paid_at as pay_time, status, order_no,
    price_minor as price, refund_no as pay_ext_refund_data, deal_status, funct_name, result_file as deal_result
  from orders where order_no = ?`);
const expiryMs = 30 * 60_000;

interface Waiting {
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly answer: ServerResponse;
}

let waiting: Waiting[] = [];

function flush(): void {
  const batch = waiting;
  waiting = [];
  const now = Date.now();
  db.exec('begin immediate');
  const numbers = batch.map(({ parameters }) => {
    const orderNo = now.toString(36).toUpperCase() + randomBytes(10).toString('hex').toUpperCase();
    const inviter = Number(parameters.from_user_id);
    const { lastInsertRowid } = insertOrder.run(orderNo, inviter, now, now + expiryMs, `${inviter}`);
    insertHistory.run(lastInsertRowid, now);
    return orderNo;
  });
  db.exec('commit');
  batch.forEach(({ answer }, index) => {
    send(answer, JSON.stringify({ order_no: numbers[index] }));
  });
}

function send(answer: ServerResponse, text: string): void {
  answer.setHeader('content-type', 'application/json; charset=utf-8');
  answer.setHeader('content-length', Buffer.byteLength(text));
  answer.end(text);
}

const server = createServer((request, answer) => {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => {
    body += chunk;
  });
  request.on('end', () => {
    const parameters = JSON.parse(body);
    if (request.url === '/index.php/v1/fetch_order') {
      send(answer, JSON.stringify(lookUp.get(String(parameters.order_no))));
      return;
    }
    if (waiting.length === 0) setImmediate(flush);
    waiting.push({ parameters, answer });
  });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  console.log(`http://127.0.0.1:${port}`);
});
