/** Where the commands write their log. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../cli/', import.meta.url));

test('a warning of a command is written to standard error, so that standard output is only the result', () => {
  const program = `
    import { commandLog } from ${JSON.stringify(join(folder, 'local/command-log.ts'))};
    commandLog('warn').warn({}, 'an idle database connection was lost');
    console.log(JSON.stringify({ orders: 1 }));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  assert.equal(stdout, '{"orders":1}\n');
  assert.match(stderr, /an idle database connection was lost/);
});

test('no other file of the commands opens a log', () => {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const openers = names.filter(
    (name) => name.endsWith('.ts') && readFileSync(join(folder, name), 'utf8').includes('openLog'),
  );
  assert.deepEqual(openers, ['local/command-log.ts']);
});
