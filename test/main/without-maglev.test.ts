/** Maglev, V8's fast compiler, is off in all processes of the service (docs/decisions/0100-no-maglev.md). */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** @returns whether V8 may compile with Maglev when the program ends. */
function usesMaglev(program: readonly string[], env: Readonly<Record<string, string>> = {}): boolean {
  const report = `process.on('exit', () => process.stdout.write('Maglev: ' + %IsMaglevEnabled()))`;
  const args = ['--allow-natives-syntax', '--import', `data:text/javascript,${encodeURIComponent(report)}`];
  const { stdout } = spawnSync(process.execPath, [...args, ...program], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
  });
  const found = /Maglev: (true|false)$/.exec(stdout)?.[1] ?? assert.fail(`no report in ${stdout}`);
  return found === 'true';
}

describe('Maglev', () => {
  it('is on in Node without further options', () => {
    assert.equal(usesMaglev(['--eval', '0']), true);
  });

  it('is off in the service', () => {
    // The port is refused, so the service ends at once.
    assert.equal(usesMaglev(['src/main.ts'], { PORT: 'none' }), false);
  });

  it('is off in the command photokiosk', () => {
    const report = `process.on('exit', () => console.log(process.execArgv.join(' ')))`;
    const { stdout } = spawnSync(process.execPath, ['cli/photokiosk.mjs', '--version'], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(report)}`,
      },
      encoding: 'utf8',
    });
    assert.match(stdout, /^--no-maglev$/m);
  });

  it('is off in tests', () => {
    assert.ok(process.execArgv.includes('--no-maglev'));
  });
});
