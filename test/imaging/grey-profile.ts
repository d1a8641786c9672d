/** Makes PNG files with the ICC profile of a grey device, which the image library cannot embed without converting. */

import { crc32, deflateSync } from 'node:zlib';

const fixed = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(Math.round(value * 65_536));
  return bytes;
};
const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
/** The white of the profile connection space (ICC.1:2001-04, 6.1.13). */
const d50 = Buffer.concat([0.9642, 1, 0.8249].map(fixed));

/** An ICC profile of version 2 for a grey device with this gamma. */
export function greyProfile(gamma: number): Buffer {
  const curve = Buffer.alloc(16);
  curve.write('curv', 0);
  curve.writeUInt32BE(1, 8);
  curve.writeUInt16BE(Math.round(gamma * 256), 12);
  const tags = [
    { name: 'wtpt', data: Buffer.concat([Buffer.from('XYZ \0\0\0\0', 'latin1'), d50]) },
    { name: 'kTRC', data: curve },
  ];
  const header = Buffer.alloc(128);
  header.writeUInt32BE(0x02400000, 8);
  header.write('mntrGRAYXYZ ', 12);
  header.write('acsp', 36);
  d50.copy(header, 68);
  let offset = header.length + 4 + 12 * tags.length;
  const table = tags.map(({ name, data }) => {
    const entry = Buffer.concat([Buffer.from(name), uint32(offset), uint32(data.length)]);
    offset += data.length;
    return entry;
  });
  header.writeUInt32BE(offset, 0);
  return Buffer.concat([header, uint32(tags.length), ...table, ...tags.map(({ data }) => data)]);
}

/** Adds a profile to a PNG that has none: a chunk `iCCP` after the signature and the chunk `IHDR`. */
export function withProfile(png: Uint8Array, profile: Uint8Array): Buffer {
  const content = Buffer.concat([Buffer.from('iCCPgrey\0\0', 'latin1'), deflateSync(profile)]);
  const chunk = Buffer.concat([uint32(content.length - 4), content, uint32(crc32(content))]);
  const headerEnd = 8 + 25;
  return Buffer.concat([png.subarray(0, headerEnd), chunk, png.subarray(headerEnd)]);
}
