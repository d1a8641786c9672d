/** No log line is lost when the process ends, also after a crash. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openLog } from '../../src/main/log.ts';

function numbersIn(text: string): number[] {
  const lines = text.split('\n');
  assert.equal(lines.pop(), '', 'the last line is complete');
  return lines.map((line) => JSON.parse(line).number);
}

const first = (count: number) => Array.from({ length: count }, (_, index) => index);

test('lines are written as JSON in order, and a flush writes all of them', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-log-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'log');
  const { log, flush } = openLog('info', file);
  for (let number = 0; number < 2000; number++) log.info({ number }, 'request');
  log.debug({ number: -1 }, 'below the level');
  flush();
  assert.deepEqual(numbersIn(readFileSync(file, 'utf8')), first(2000));
  log.info({ number: 2000 }, 'after a flush');
  flush();
  const text = readFileSync(file, 'utf8');
  assert.deepEqual(numbersIn(text), first(2001));
  const line = JSON.parse(text.split('\n')[0] ?? '');
  assert.deepEqual({ ...line, time: '' }, { level: 30, time: '', number: 0, msg: 'request' });
  assert.equal(new Date(line.time).toISOString(), line.time);
});

test('a line with an error, or with a value that JSON cannot represent, is written completely', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-log-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'log');
  const { log, flush } = openLog('debug', file);
  const endless: Record<string, unknown> = {};
  endless.self = endless;
  log.error({ err: new RangeError('too far'), n: 1 }, 'failed');
  log.warn({ endless }, 'endless');
  log.debug({ skipped: undefined }, 'say "no"');
  flush();
  const [failed, circular, empty] = readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, 3)
    .map((line) => JSON.parse(line));
  assert.deepEqual([failed.level, failed.err.type, failed.n, failed.msg], [50, 'RangeError', 1, 'failed']);
  assert.match(failed.err.stack, /too far/);
  assert.deepEqual([circular.level, circular.msg], [40, 'endless']);
  assert.deepEqual({ ...empty, time: '' }, { level: 20, time: '', msg: 'say "no"' });
});

test('an order number in the message of an error is masked', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-log-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'log');
  const { log, flush } = openLog('info', file);
  const orderNo = '1M7Y80X4N81AQTQZBCWQV4AB3T9A';
  log.error({ err: new Error(`order ${orderNo} has no user`) }, 'request failed');
  log.warn({ problems: [`${orderNo}: no job makes its picture`] }, 'audit failed');
  flush();
  const text = readFileSync(file, 'utf8');
  assert.ok(!text.includes(orderNo), text);
  const [error = '', warning = ''] = text.split('\n');
  assert.equal(JSON.parse(error).err.message, 'order 1M7Y80X4N…3T9A has no user');
  assert.deepEqual(JSON.parse(warning).problems, ['1M7Y80X4N…3T9A: no job makes its picture']);
});

const ends = {
  'the process has nothing left to do': '',
  'the process exits': 'process.exit(3)',
  'the process crashes': "throw new Error('crash')",
  'the process crashes in a later turn of the event loop': "setImmediate(() => { throw new Error('crash') })",
} as const;

for (const [name, end] of Object.entries(ends)) {
  test(`every line is written when ${name}`, () => {
    const module = new URL('../../src/main/log.ts', import.meta.url).href;
    const script = `
      import { openLog } from '${module}';
      const { log } = openLog('info');
      for (let number = 0; number < 1234; number++) log.info({ number }, 'request');
      ${end}`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      encoding: 'utf8',
    });
    assert.deepEqual(numbersIn(stdout), first(1234));
  });
}

test('a full disk under the log file ends neither the process nor its work', {
  skip: !existsSync('/dev/full'),
}, () => {
  const script = `
    import { openLog } from './src/main/log.ts';
    const { log, flush } = openLog('info', '/dev/full');
    for (let number = 0; number < 100; number++) {
      log.info({ number, text: 'x'.repeat(50_000) }, 'request');
      flush();
      await new Promise(setImmediate);
    }
    console.log('still here');`;
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  assert.deepEqual([run.stdout, run.status], ['still here\n', 0], run.stderr);
});
