/** Only `src/main` reads the clock, random numbers and the environment, with named exceptions. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourceFiles } from './support/source-files.ts';

const files = sourceFiles('src');

interface Surrounding {
  readonly what: string;
  readonly pattern: RegExp;
  /** The files and folders that may use `what`, with the reason. */
  readonly allowed: Readonly<Record<string, string>>;
}

const composing = { 'src/main': 'makes the adapter of the port' };

const surroundings: readonly Surrounding[] = [
  { what: 'the wall clock', pattern: /\bDate\.now\b|\bnew Date\(\s*\)/, allowed: composing },
  {
    what: 'the monotonic clock',
    pattern: /\bperformance\.now\b|\bhrtime\b/,
    allowed: {
      ...composing,
      'src/http/requests/request-tracker.ts': 'how long an answer took, for log and metrics',
    },
  },
  { what: 'Math.random', pattern: /\bMath\.random\b/, allowed: {} },
  {
    what: 'cryptographic random numbers',
    pattern: /\brandomBytes\b|\brandomUUID\b|\brandomInt\b|\bgetRandomValues\b/,
    allowed: {
      ...composing,
      'src/identity/passwords.ts': 'salts need no port: no other part uses them',
      'src/http/requests/request-ids.ts': 'a prefix that distinguishes processes in the log',
    },
  },
  {
    what: 'the environment',
    pattern: /\bprocess\.(env|argv|cwd)\b/,
    allowed: composing,
  },
  {
    what: 'calls that end a process',
    pattern: /\bprocess\.(exit|kill|abort)\b/,
    allowed: { ...composing, 'src/imaging/process/image-process-main.ts': 'is a separate process' },
  },
];

function isAllowed(path: string, allowed: Surrounding['allowed']): boolean {
  return Object.keys(allowed).some(
    (prefix) => path === prefix || path.startsWith(`${prefix}/`) || path === `${prefix}.ts`,
  );
}

for (const { what, pattern, allowed } of surroundings) {
  test(`only the listed files use ${what}`, () => {
    const users = files.filter(({ code, path }) => pattern.test(code) && !isAllowed(path, allowed));
    assert.deepEqual(
      users.map(({ path }) => path),
      [],
    );
  });
}
