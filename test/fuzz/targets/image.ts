/**
 * The target `image`: pictures that real image processes decode, as uploads of customers and as icons. Inputs are
 * samples of every format with changed segments. If an image process ends, the label is `the image process ended`.
 * This is no finding, because the service is built to continue without the process.
 */

import { join } from 'node:path';
import fc from 'fast-check';
import { openLocalFiles } from '../../../src/files/local-files.ts';
import { openScratchSpace } from '../../../src/files/scratch-space.ts';
import { createImageProcessPool } from '../../../src/imaging/process/image-process-pool.ts';
import type { ImageWork } from '../../../src/usecases/ports/image-work.ts';
import { fixedRandom } from '../../support/fixed-random.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { containerOf, type Segment } from '../image-containers.ts';
import { imageSamples } from '../image-samples.ts';
import { requestTarget } from '../request-target.ts';
import { requestText } from '../request-text.ts';
import { fine, type OpenTarget, type Target } from '../target.ts';
import { uploadBytesMax, type WorldPorts } from '../world.ts';

const samples = await imageSamples();

/** Numbers that a decoder may take for a width, a length, an offset or a count. */
const numbers = [
  0,
  1,
  2,
  7,
  8,
  16,
  31,
  255,
  256,
  16_384,
  32_767,
  65_500,
  65_535,
  2 ** 24,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32 - 1,
];

interface Change {
  readonly kind: 'number' | 'bits' | 'drop' | 'double' | 'swap' | 'cut' | 'insert' | 'graft';
  /** A number that selects the segment to change. */
  readonly segment: number;
  /** A number that selects the byte of the segment to change. */
  readonly at: number;
  readonly widthBytes: number;
  readonly isLittle: boolean;
  readonly value: number;
}

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom(
    'number',
    'number',
    'number',
    'bits',
    'drop',
    'double',
    'swap',
    'cut',
    'insert',
    'graft',
  ),
  segment: fc.nat(40),
  at: fc.oneof(fc.nat(40), fc.nat(4_000)),
  widthBytes: fc.constantFrom(1, 2, 4),
  isLittle: fc.boolean(),
  value: fc.oneof(fc.constantFrom(...numbers), fc.nat(2 ** 31 - 1)),
});

/** An EXIF block whose directory refers to itself. */
const exif = Buffer.concat([
  Buffer.from('Exif\0\0II*\0\x08\0\0\0\x02\0', 'latin1'),
  Buffer.from('120103000100000006000000', 'hex'),
  Buffer.from('698704000100000008000000', 'hex'),
  Buffer.from('08000000', 'hex'),
]);
/** A colour profile (ICC) that claims to be longer than it is. */
const profile = Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), Buffer.alloc(128, 0xff)]);

/** Segments that pictures of the format may have. */
const extras: readonly Segment[] = [
  { type: 'ffe1', payload: exif },
  { type: 'ffe2', payload: profile },
  { type: 'ffee', payload: Buffer.from('Adobe\0\x64\0\0\0\0\x02', 'latin1') },
  { type: 'ffdd', payload: Buffer.from('0001', 'hex') },
  { type: 'iCCP', payload: Buffer.concat([Buffer.from('p\0\0', 'latin1'), profile]) },
  { type: 'eXIf', payload: exif.subarray(6) },
  { type: 'acTL', payload: Buffer.from('ffffffff00000000', 'hex') },
  { type: 'tRNS', payload: Buffer.from('000100020003', 'hex') },
  { type: 'PLTE', payload: Buffer.alloc(768, 3) },
  { type: 'EXIF', payload: exif.subarray(6) },
  { type: 'ICCP', payload: profile },
  { type: 'ANIM', payload: Buffer.from('ffffffff0000', 'hex') },
  { type: 'free', payload: Buffer.alloc(40) },
];

function applyTo(
  segments: readonly Segment[],
  change: Change,
  all: readonly (readonly Segment[])[],
): Segment[] {
  const { kind, at, value } = change;
  const index = change.segment % Math.max(1, segments.length);
  const chosen = segments[index];
  if (chosen === undefined) return [];
  const { type, payload } = chosen;
  switch (kind) {
    case 'number':
      return segments.with(index, { type, payload: withNumber(payload, change) });
    case 'bits': {
      const changed = Buffer.from(payload);
      if (changed.length > 0)
        changed[at % changed.length] = (changed[at % changed.length] ?? 0) ^ (1 << (value % 8));
      return segments.with(index, { type, payload: changed });
    }
    case 'drop':
      return segments.toSpliced(index, 1);
    case 'double':
      return segments.toSpliced(index, 0, ...Array.from({ length: 1 + (value % 20) }, () => chosen));
    case 'swap':
      return [...segments.slice(index), ...segments.slice(0, index)];
    case 'cut':
      return segments.with(index, { type, payload: payload.subarray(0, at % (payload.length + 1)) });
    case 'insert':
      return segments.toSpliced(index, 0, extras[value % extras.length] ?? chosen);
    case 'graft': {
      const other = all[value % all.length] ?? [];
      return segments.toSpliced(index, 1, other[at % Math.max(1, other.length)] ?? chosen);
    }
  }
}

function withNumber(payload: Buffer, { at, widthBytes, isLittle, value }: Change): Buffer {
  if (payload.length < widthBytes) return payload;
  const changed = Buffer.from(payload);
  const start = at % (payload.length - widthBytes + 1);
  const bounded = value % 2 ** (8 * widthBytes);
  if (isLittle) changed.writeUIntLE(bounded, start, widthBytes);
  else changed.writeUIntBE(bounded, start, widthBytes);
  return changed;
}

const split = samples.map((sample) => containerOf(sample).split(sample));

const inputs = fc
  .record({
    sample: fc.nat(samples.length - 1),
    changes: fc.array(change, { maxLength: 5 }),
    keptBytes: fc.oneof(
      { weight: 6, arbitrary: fc.constant(uploadBytesMax) },
      { weight: 1, arbitrary: fc.nat(3_000) },
    ),
  })
  .map(({ sample, changes, keptBytes }) => {
    const file = samples[sample] ?? Buffer.alloc(0);
    const segments = changes.reduce((changed, one) => applyTo(changed, one, split), split[sample] ?? []);
    return containerOf(file).join(segments).subarray(0, keptBytes);
  });

/** Calls `onLost` for each task during which the image process ended, because the answer does not show that. */
function counted(work: ImageWork, onLost: () => void): ImageWork {
  return {
    ...work,
    run: (task, options) =>
      work.run(task, options).catch((error: unknown) => {
        onLost();
        throw error;
      }),
  };
}

async function openImages(folder: string, onLost: () => void): Promise<WorldPorts> {
  const parts = (name: string) => ({
    folder: join(folder, name),
    clock: manualClock(),
    random: fixedRandom(name),
  });
  const timeoutMs = {
    normalise: 20_000,
    check: 1,
    measure: 1,
    id_photo: 1,
    colourise: 1,
    restore: 1,
    sheet: 1,
    report: 1,
    icon: 20_000,
  };
  const pool = createImageProcessPool({ processesMax: 1, queueMax: 4, timeoutMs, memoryBytesMax: 2 ** 30 });
  return {
    ports: {
      uploadImages: counted(pool, onLost),
      files: await openLocalFiles(parts('files')),
      scratch: await openScratchSpace(parts('scratch')),
    },
    close: () => pool.close(),
  };
}

function uploadOf(file: Buffer): Buffer {
  // A quarter of the inputs are icons, which only operators may upload.
  const isIcon = file.length % 4 === 0;
  const body = Buffer.concat([
    Buffer.from('--edge-of-a-picture\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'),
    file,
    Buffer.from('\r\n--edge-of-a-picture--\r\n'),
  ]);
  const headers = [
    `X-Fuzz-As: ${isIcon ? 'owner' : 'guest'}`,
    'Content-Type: multipart/form-data; boundary=edge-of-a-picture',
  ];
  return requestText(
    { method: 'POST', target: isIcon ? '/admin/api/icons' : '/v1/ext_upload', headers },
    body,
  );
}

async function open(): Promise<OpenTarget> {
  let lost = 0;
  const countLost = () => {
    lost += 1;
  };
  const requests = await requestTarget({
    ...{ name: 'image', inputs, dictionary: [] },
    openPorts: (folder) => openImages(folder, countLost),
  }).open();
  return {
    async run(file) {
      const before = lost;
      const verdict = await requests.run(uploadOf(file));
      if (verdict.problem !== null || lost === before) return verdict;
      return fine(`the image process ended: ${verdict.label}`);
    },
    close: () => requests.close(),
  };
}

export const imageTarget: Target = {
  ...{ name: 'image', extension: 'image', inputs, inputBytesMax: uploadBytesMax, timeMsMax: 30_000, open },
  dictionary: [
    '\xff\xd8',
    '\xff\xda',
    '\xff\xc0',
    'IHDR',
    'IDAT',
    'VP8X',
    'ANMF',
    'meta',
    'ispe',
    'II*\0',
    '\0\0\0\0',
  ],
};
