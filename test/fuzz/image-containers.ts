/**
 * Splits picture files into their segments and writes changed segments back with right lengths and check sums, so that
 * a change inside a segment reaches the decoder behind the container's own checks.
 */

import { crc32 } from 'node:zlib';

export interface Segment {
  readonly type: string;
  readonly payload: Buffer;
}

export interface Container {
  split(file: Buffer): Segment[];
  join(segments: readonly Segment[]): Buffer;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');

const png: Container = {
  split(file) {
    const segments: Segment[] = [];
    for (let at = 8; at + 12 <= file.length; ) {
      const length = file.readUInt32BE(at);
      const type = file.toString('latin1', at + 4, at + 8);
      segments.push({ type, payload: file.subarray(at + 8, at + 8 + length) });
      at += 12 + length;
    }
    return segments;
  },
  join: (segments) =>
    Buffer.concat([
      pngSignature,
      ...segments.flatMap(({ type, payload }) => {
        const named = Buffer.concat([Buffer.from(type, 'latin1'), payload]);
        return [uint32(payload.length), named, uint32(crc32(named))];
      }),
    ]),
};

/** Each segment begins with its marker; the compressed data after a start of scan belong to that segment. */
const jpeg: Container = {
  split(file) {
    const segments: Segment[] = [];
    let at = 0;
    while (at + 2 <= file.length) {
      const type = file.toString('hex', at, at + 2);
      at += 2;
      if (type === 'ffd8' || type === 'ffd9') {
        segments.push({ type, payload: Buffer.alloc(0) });
        continue;
      }
      let end = Math.min(file.length, at + file.readUInt16BE(Math.min(at, file.length - 2)));
      if (type === 'ffda') {
        while (end + 1 < file.length && !isMarker(file, end)) end += 1;
        segments.push({ type: 'scan', payload: file.subarray(at, end) });
      } else {
        segments.push({ type, payload: file.subarray(at + 2, end) });
      }
      at = end;
    }
    return segments;
  },
  join: (segments) =>
    Buffer.concat(
      segments.flatMap(({ type, payload }) => {
        if (type === 'scan') return [Buffer.from('ffda', 'hex'), payload];
        const marker = Buffer.from(/^ff[0-9a-f]{2}$/.test(type) ? type : 'ffe1', 'hex');
        if (type === 'ffd8' || type === 'ffd9') return [marker, payload];
        return [marker, uint32(payload.length + 2).subarray(2), payload];
      }),
    ),
};

function isMarker(file: Buffer, at: number): boolean {
  const next = file[at + 1] ?? 0;
  return file[at] === 0xff && next !== 0 && !(next >= 0xd0 && next <= 0xd7);
}

const riff: Container = {
  split(file) {
    const segments: Segment[] = [];
    for (let at = 12; at + 8 <= file.length; ) {
      const length = file.readUInt32LE(at + 4);
      segments.push({
        type: file.toString('latin1', at, at + 4),
        payload: file.subarray(at + 8, at + 8 + length),
      });
      at += 8 + length + (length % 2);
    }
    return segments;
  },
  join(segments) {
    const chunks = segments.flatMap(({ type, payload }) => [
      Buffer.from(type, 'latin1'),
      uint32(payload.length).reverse(),
      payload,
      Buffer.alloc(payload.length % 2),
    ]);
    const body = Buffer.concat([Buffer.from('WEBP'), ...chunks]);
    return Buffer.concat([Buffer.from('RIFF'), uint32(body.length).reverse(), body]);
  },
};

/** AVIF. */
const boxes: Container = {
  split(file) {
    const segments: Segment[] = [];
    for (let at = 0; at + 8 <= file.length; ) {
      const length = Math.max(8, file.readUInt32BE(at));
      segments.push({
        type: file.toString('latin1', at + 4, at + 8),
        payload: file.subarray(at + 8, at + length),
      });
      at += length;
    }
    return segments;
  },
  join: (segments) =>
    Buffer.concat(
      segments.flatMap(({ type, payload }) => [
        uint32(payload.length + 8),
        Buffer.from(type.padEnd(4).slice(0, 4), 'latin1'),
        payload,
      ]),
    ),
};

/** The container of TIFF and of every other format: the whole file is one segment. */
const whole: Container = {
  split: (file) => [{ type: 'file', payload: file }],
  join: (segments) => Buffer.concat(segments.map(({ payload }) => payload)),
};

export function containerOf(file: Buffer): Container {
  if (file.subarray(0, 8).equals(pngSignature)) return png;
  if (file.readUInt16BE(0) === 0xffd8) return jpeg;
  if (file.toString('latin1', 0, 4) === 'RIFF') return riff;
  if (file.toString('latin1', 4, 8) === 'ftyp') return boxes;
  return whole;
}
