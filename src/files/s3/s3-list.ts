/**
 * Lists the objects of a bucket, a thousand at a time. It uses the first version of S3's list operation
 * (ListObjects), which every compatible store supports. Its position in the list is the last key of a page, so the
 * list continues even if the store is restarted between two pages.
 */

import { text } from 'node:stream/consumers';
import type { S3Client } from './s3-client.ts';

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** @returns the keys that begin with `prefix`, without it, in the order of the store. */
export async function* listKeys(client: S3Client, prefix: string): AsyncIterable<string> {
  let marker = '';
  for (;;) {
    const query = { prefix, marker, 'max-keys': '1000' };
    const response = await client.send({ method: 'GET', key: '', query, expected: [200] });
    const page = await text(response);
    const keys = [...page.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => plainText(key));
    for (const key of keys) yield key.slice(prefix.length);
    const last = keys.at(-1);
    if (last === undefined || !/<IsTruncated>true<\/IsTruncated>/.test(page)) return;
    marker = last;
  }
}

function plainText(xml: string): string {
  return xml.replace(/&(?:#(\d+)|#x([0-9a-fA-F]+)|([a-z]+));/g, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return entities[name] ?? whole;
    return String.fromCodePoint(typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal));
  });
}
