import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ConfigError } from '../../src/config.ts';
import { requireNetFiles } from '../../src/main/image-pools.ts';

const here = fileURLToPath(import.meta.url);

test('the service does not start if the file of a neural network cannot be read, and the error names the variable of each such file', () => {
  requireNetFiles({ colouriserFile: null, matting: null });
  requireNetFiles({ colouriserFile: here, matting: { file: here, kind: 'modnet' } });
  assert.throws(
    () => requireNetFiles({ colouriserFile: `${here}x`, matting: { file: `${here}y`, kind: 'rmbg' } }),
    (error) =>
      error instanceof ConfigError &&
      error.problems.length === 2 &&
      /^COLOURISER_NET_FILE/.test(error.problems[0] ?? '') &&
      /^MATTING_NET_FILE/.test(error.problems[1] ?? ''),
  );
});
