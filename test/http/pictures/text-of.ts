/** The whole content of a stream as text. */

import type { Readable } from 'node:stream';

export async function textOf(source: Readable): Promise<string> {
  let text = '';
  for await (const chunk of source) text += chunk.toString('latin1');
  return text;
}
