/** The target `multipart`: bodies with fields and files, for every operation that takes them and for uploads. */

import fc from 'fast-check';
import { type Operation, operationsWith, targetOf } from '../operations.ts';
import { requestTarget } from '../request-target.ts';
import { requestText } from '../request-text.ts';
import { hostileText, parametersOf } from '../values.ts';
import { uploadBytesMax } from '../world.ts';
import { headersFor, personFor } from './request-headers.ts';

const mediaType = 'multipart/form-data';

interface Part {
  readonly headers: readonly string[];
  readonly content: Buffer;
}

const boundary = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('edge', '----WebKitFormBoundaryAbC123', "'()+_,-./:=?") },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', ' ', '-', '--', 'a'.repeat(70), 'a'.repeat(300), 'é', '\r\n', 'edge--'),
  },
);

/** How the head of the request states the boundary. */
const statement = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom<(edge: string) => string>(
      (edge) => `boundary=${edge}`,
      (edge) => `boundary="${edge}"`,
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<(edge: string) => string>(
      () => '',
      () => 'boundary',
      (edge) => `boundary="${edge}`,
      (edge) => `charset=utf-8; BOUNDARY=${edge}`,
      (edge) => `boundary=other; boundary=${edge}`,
      (edge) => `boundary*=utf-8''${edge}`,
    ),
  },
);

const content: fc.Arbitrary<Buffer> = fc.oneof(
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  fc.nat(9_000).map((length) => Buffer.alloc(length, 'x')),
  fc
    .constantFrom(uploadBytesMax - 1, uploadBytesMax, uploadBytesMax + 1)
    .map((length) => Buffer.alloc(length, 'y')),
  // Beginnings of boundaries, which a parser must buffer until the next bytes show whether the boundary is
  // complete.
  fc
    .constantFrom('\r\n--edg', '\r\n--edge', '\r\r\n--', '--edge--', '\r\n--edge-', '\r')
    .map((text) => Buffer.from(text)),
);

const fileName = fc.oneof(
  fc.constantFrom('photo.jpg', '', 'a"b', '../../x', 'C:\\x.jpg', "é'.png", 'x'.repeat(500), '\0', 'a\\"b'),
  hostileText.map((text) => text.replaceAll(/[\r\n"]/g, '').slice(0, 200)),
);

const filePart: fc.Arbitrary<Part> = fc
  .record({
    name: fc.constantFrom('file', 'file', 'other', '', '__proto__', 'file[]'),
    fileName,
    type: fc.constantFrom(
      'image/jpeg',
      'text/plain',
      'multipart/mixed; boundary=inner',
      '',
      'image/png; charset="',
      'a',
    ),
    encoding: fc.constantFrom('', '', 'base64', 'quoted-printable', '7bit', 'x'),
    spelling: fc.constantFrom('plain', 'plain', 'plain', 'extended', 'no name', 'no disposition', 'folded'),
    content,
  })
  .map(({ name, fileName, type, encoding, spelling, content }) => {
    const dispositions: Readonly<Record<string, string[]>> = {
      plain: [`Content-Disposition: form-data; name="${name}"; filename="${fileName}"`],
      extended: [
        `Content-Disposition: form-data; name="${name}"; filename*=utf-8'en'${encodeURIComponent(fileName.toWellFormed())}%zz`,
      ],
      'no name': [`Content-Disposition: form-data; filename=${fileName}`],
      'no disposition': [],
      folded: [`Content-Disposition: form-data;\r\n name="${name}";\r\n\tfilename="${fileName}"`],
    };
    return {
      headers: [
        ...(dispositions[spelling] ?? []),
        ...(type === '' ? [] : [`Content-Type: ${type}`]),
        ...(encoding === '' ? [] : [`Content-Transfer-Encoding: ${encoding}`]),
      ],
      content,
    };
  });

function fieldPart(name: string, value: unknown): Part {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const plain = name.replaceAll(/[\r\n"]/g, '');
  return { headers: [`Content-Disposition: form-data; name="${plain}"`], content: Buffer.from(text) };
}

const oddPart: fc.Arbitrary<Part> = fc.record({
  headers: fc.array(
    fc.oneof(
      hostileText.map((text) => text.slice(0, 100)),
      fc.constantFrom(
        'Content-Disposition: attachment',
        ':',
        'X: '.repeat(2_000),
        'Content-Disposition: form-data; name',
      ),
    ),
    { maxLength: 40 },
  ),
  content,
});

const ending = fc.oneof(
  { weight: 8, arbitrary: fc.constant('--{edge}--\r\n') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '--{edge}--',
      '--{edge}',
      '--{edge}\r\n',
      '',
      '--{edge}--\r\n--{edge}--\r\ntail',
      '\r\n',
    ),
  },
);

interface Form {
  readonly edge: string;
  readonly state: (edge: string) => string;
  readonly parts: readonly Part[];
  readonly ending: string;
  readonly target: string;
  readonly method: string;
  readonly person: readonly string[];
  readonly headers: readonly string[];
}

function write({ edge, state, parts, ending, target, method, person, headers }: Form): Buffer {
  const body = Buffer.concat([
    ...parts.flatMap(({ headers, content }) => [
      Buffer.from(`--${edge}\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`),
      content,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(ending.replaceAll('{edge}', edge)),
  ]);
  const all = headers.map((line) =>
    line === `Content-Type: ${mediaType}` ? `${line}; ${state(edge).replaceAll(/[\r\n]/g, '')}` : line,
  );
  return requestText({ method, target, headers: [...person, ...all] }, body);
}

function inputsOf(operation: Operation): fc.Arbitrary<Buffer> {
  const takesFile = /ext_upload|icons/.test(operation.path);
  const parts = fc
    .tuple(
      takesFile ? fc.constant({}) : parametersOf(operation.bodies.get(mediaType) ?? {}),
      fc.array(fc.oneof({ weight: 3, arbitrary: filePart }, { weight: 1, arbitrary: oddPart }), {
        maxLength: takesFile ? 4 : 1,
      }),
      fc.oneof({ weight: 12, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.nat(150) }),
    )
    .map(([parameters, others, times]) => {
      const fields = Object.entries(parameters).map(([name, value]) => fieldPart(name, value));
      return Array.from({ length: times }, () => [...fields, ...others]).flat();
    });
  return fc
    .record({
      edge: boundary,
      state: statement,
      parts,
      ending,
      target: targetOf(operation),
      method: fc.constant(operation.method),
      person: personFor(operation.path),
      headers: headersFor(mediaType),
    })
    .map(write);
}

const uploads = operationsWith(mediaType).filter(({ path }) => /ext_upload|icons/.test(path));

export const multipartTarget = requestTarget({
  name: 'multipart',
  // Half of the inputs upload a file, because a file is the only part that the service streams; it reads all other
  // parts completely first.
  inputs: fc.oneof(fc.oneof(...uploads.map(inputsOf)), fc.oneof(...operationsWith(mediaType).map(inputsOf))),
  inputBytesMax: uploadBytesMax * 2,
  dictionary: [
    ...['\r\n--edge\r\n', '\r\n--edge--\r\n', '--edge', 'boundary=edge', '; name="file"', '; filename="x"'],
    ...[
      'Content-Disposition: form-data',
      'Content-Transfer-Encoding: base64\r\n',
      "filename*=utf-8''%",
      '\r\n\r\n',
    ],
  ],
});
