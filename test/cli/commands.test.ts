/**
 * The commands of `photokiosk` as real processes against the real service; the command `events` has a test file of
 * its own.
 */

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { createCustomer } from '../e2e/customer.ts';
import { operator, serviceForThisFile } from '../e2e/running-service.ts';
import { waitUntil } from '../support/wait-until.ts';
import { operatorToken } from './operator-token.ts';
import { runCli } from './run-cli.ts';

const { client, dataDir } = await serviceForThisFile({ IMAGE_PROCESSES: '1' });
const env = { PHOTOKIOSK_URL: client.url, PHOTOKIOSK_TOKEN: await operatorToken(client.url, operator) };
const folder = mkdtempSync(join(tmpdir(), 'photokiosk-cli-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const vip = 3;
const order = () => createCustomer(client).order('mark_order_vip', vip, { num: 1 });

describe('photokiosk sandbox pay', () => {
  it('pays the order of a guest without a token', async () => {
    const orderNo = await order();
    const paid = await runCli(['sandbox', 'pay', orderNo, '--json'], { PHOTOKIOSK_URL: client.url });
    assert.equal(paid.code, 0, paid.err);
    assert.equal(JSON.parse(paid.out).status, 'pay');
  });

  it('declines a payment when asked to, and exits with 4 for an unknown order', async () => {
    const declined = await runCli(['sandbox', 'pay', await order(), '--outcome', 'declined'], env);
    assert.equal(declined.code, 0, declined.err);
    assert.match(declined.out, /wait_pay/);
    const unknown = await runCli(['sandbox', 'pay', '0'.repeat(28)], env);
    assert.equal(unknown.code, 4, unknown.err);
  });
});

describe('photokiosk orders', () => {
  it('shows an order by its number and by its id, and refunds it with the reason', async () => {
    const orderNo = await order();
    await runCli(['sandbox', 'pay', orderNo], env);
    const shown = await runCli(['orders', 'show', orderNo, '--json'], env);
    assert.equal(shown.code, 0, shown.err);
    const { id, status } = JSON.parse(shown.out);
    assert.equal(status, 'pay');
    assert.doesNotMatch(shown.out, new RegExp(orderNo), 'the admin API masks order numbers');
    const refunded = await runCli(['orders', 'refund', String(id), '--reason', 'asked by phone'], env);
    assert.equal(refunded.code, 0, refunded.err);
    assert.match(refunded.out, /state +(wait_refund|refund)\/done/);
    const { pay_ext_refund_data: refund } = await createCustomer(client).fetchOrder(orderNo);
    assert.match(JSON.stringify(refund), /asked by phone/);
  });

  it('refunds months of a membership, and exits with 1 for more months than can be refunded', async () => {
    const orderNo = await createCustomer(client).order('mark_order_vip', vip, { num: 6 });
    await runCli(['sandbox', 'pay', orderNo], env);
    const refund = (months: string) =>
      runCli(['orders', 'refund', orderNo, '--months', months, '--reason', 'moves abroad'], env);
    const first = await refund('2');
    assert.equal(first.code, 0, first.err);
    assert.match(first.out, /state +pay\/done/);
    assert.match(first.out, /refund +39\.80 CNY for 2 months/);
    const second = await refund('3');
    assert.equal(second.code, 0, second.err);
    const tooMany = await refund('1');
    assert.equal(tooMany.code, 1, tooMany.out);
    assert.match(tooMany.err, /months_not_refundable/);
    assert.equal((await refund('none')).code, 2);
    assert.equal((await createCustomer(client).fetchOrder(orderNo)).status, 'pay');
  });

  it('exits with 1 and the code of the service for the refund of an unpaid order', async () => {
    const result = await runCli(['orders', 'refund', await order(), '--reason', 'x', '--json'], env);
    assert.equal(result.code, 1, result.out);
    const { error } = JSON.parse(result.err);
    assert.deepEqual([error.code, error.exit_code], ['illegal_transition', 1]);
  });

  it('retries a refund that failed', async () => {
    const orderNo = await order();
    await runCli(['sandbox', 'pay', orderNo, '--refund', 'failed'], env);
    await runCli(['orders', 'refund', orderNo, '--reason', 'x'], env);
    const retried = await waitUntil('the refund has failed', async () => {
      const result = await runCli(['orders', 'retry', orderNo], env);
      return result.code === 0 ? result : undefined;
    });
    assert.match(retried.out, /refund/);
  });

  it('settles a failed refund in another way, and exits with 1 if the order has no failed refund', async () => {
    const orderNo = await order();
    await runCli(['sandbox', 'pay', orderNo, '--refund', 'failed'], env);
    const settle = () => runCli(['orders', 'settle', orderNo, '--reason', 'paid in cash'], env);
    const early = await settle();
    assert.equal(early.code, 1, early.out);
    assert.match(early.err, /no failed refund/);
    await runCli(['orders', 'refund', orderNo, '--reason', 'x'], env);
    const settled = await waitUntil('the refund has failed', async () => {
      const result = await settle();
      return result.code === 0 ? result : undefined;
    });
    assert.match(settled.out, /state +refund\/done/);
    assert.match(settled.out, /settled in another way by/);
    const { pay_ext_refund_data: refund } = await createCustomer(client).fetchOrder(orderNo);
    assert.match(JSON.stringify(refund), /"settled":true/);
  });

  it('exits with 4 for an order that does not exist', async () => {
    for (const unknown of ['999999', '0'.repeat(28)]) {
      const result = await runCli(['orders', 'show', unknown], env);
      assert.equal(result.code, 4, result.err);
    }
  });

  it('exits with 3 without a token, with a wrong one, and with a role that may not refund', async () => {
    const viewer = await operatorToken(client.url, operator, 'viewer');
    for (const token of ['', 'pk_wrong', viewer]) {
      const result = await runCli(['orders', 'refund', '1', '--reason', 'x'], {
        ...env,
        PHOTOKIOSK_TOKEN: token,
      });
      assert.equal(result.code, 3, result.err);
      assert.doesNotMatch(result.err, /pk_/);
    }
  });

  it('exits with 2 instead of sending the token without encryption to another machine', async () => {
    const result = await runCli(['orders', 'show', '1', '--url', 'http://photos.example'], env);
    assert.equal(result.code, 2);
    assert.match(result.err, /not encrypted/);
  });
});

describe('photokiosk doctor', () => {
  it('finds no fault in a running service and its configuration', async () => {
    const result = await runCli(['doctor', '--json'], { ...env, DATA_DIR: dataDir });
    const { ok, checks } = JSON.parse(result.out);
    assert.deepEqual([result.code, ok], [0, true], result.out + result.err);
    const states = new Map(checks.map(({ name, state }: { name: string; state: string }) => [name, state]));
    for (const name of ['configuration', 'keys', 'database', 'clock', 'service', 'workers', 'jobs']) {
      assert.equal(states.get(name), 'ok', `${name}: ${result.out}`);
    }
    assert.ok(states.has('provider sandbox'));
  });

  it('lists every wrong variable and exits with 1', async () => {
    const result = await runCli(['doctor'], { ...env, DATA_DIR: dataDir, PORT: 'x', SECRET_KEY: 'short' });
    assert.equal(result.code, 1);
    assert.match(result.out, /failed +configuration +PORT[\s\S]*failed +configuration +SECRET_KEY/);
    assert.match(result.out, /2 faults/);
  });

  it('finds a data folder that is a link to a folder that does not exist', async () => {
    const link = join(folder, 'link');
    symlinkSync(join(folder, 'not mounted'), link);
    const broken = await runCli(['doctor'], { ...env, DATA_DIR: link });
    assert.equal(broken.code, 1, broken.out);
    assert.match(
      broken.out,
      /failed +storage +\S+link is a link to a folder that does not exist: mount the disk/,
    );
  });

  it('reports a damaged key file, and changes nothing in an empty folder', async () => {
    const broken = mkdtempSync(join(folder, 'broken-'));
    writeFileSync(join(broken, 'secret.key'), 'nonsense', { mode: 0o600 });
    const result = await runCli(['doctor'], { ...env, DATA_DIR: broken });
    assert.equal(result.code, 1);
    assert.match(result.out, /failed +keys +.*damaged/);
    const absent = join(folder, 'absent');
    const first = await runCli(['doctor', '--json'], {
      PHOTOKIOSK_URL: 'http://127.0.0.1:9',
      DATA_DIR: absent,
    });
    assert.equal(first.code, 0, first.out);
    assert.throws(() => readFileSync(absent), { code: 'ENOENT' });
  });
});

describe('photokiosk', () => {
  it('explains every command in its help', async () => {
    for (const args of [[], ['orders'], ['goods'], ['events'], ['reconcile'], ['sandbox'], ['doctor']]) {
      const { code, out } = await runCli([...args, '--help']);
      assert.equal(code, 0);
      assert.match(out, /Usage: photokiosk/);
    }
    assert.match((await runCli(['--help'])).out, /PHOTOKIOSK_TOKEN[\s\S]*Exit codes/);
  });

  it('exits with 2 for an unknown command, and with 5 when no service responds', async () => {
    assert.equal((await runCli(['refund'])).code, 2);
    const away = await runCli(['orders', 'show', '1', '--json'], {
      ...env,
      PHOTOKIOSK_URL: 'http://127.0.0.1:9',
    });
    assert.equal(away.code, 5);
    assert.equal(JSON.parse(away.err).error.code, 'unreachable');
  });
});
