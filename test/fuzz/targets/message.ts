/**
 * The target `message`: messages from and to an image process. A hostile picture may take control of the process,
 * so its messages can be anything. The parsers of both directions return a message or throw an `Error` that begins
 * with `Malformed message`.
 */

import fc from 'fast-check';
import { photoWarnings } from '../../../src/domain/goods/photo-check.ts';
import { parseProcessMessage, parseRunMessage } from '../../../src/imaging/process/protocol.ts';
import {
  imageRefusals,
  previewLengthMax,
  unavailableCauses,
} from '../../../src/usecases/ports/image-work.ts';
import { fine, type Target, type Verdict, wrong } from '../target.ts';
import { parametersOf, type ValueSchema } from '../values.ts';

const whole: ValueSchema = { type: 'integer', minimum: 0 };
const size: ValueSchema = {
  type: 'object',
  properties: { widthPx: whole, heightPx: whole },
  required: ['widthPx', 'heightPx'],
};
const text: ValueSchema = { type: 'string', minLength: 1, maxLength: 40 };

const outcome: ValueSchema = {
  anyOf: [
    {
      type: 'object',
      properties: { kind: { enum: ['made'] }, size, contentType: text },
      required: ['kind', 'size', 'contentType'],
    },
    {
      type: 'object',
      properties: { kind: { enum: ['refused'] }, refusal: { enum: imageRefusals } },
      required: ['kind', 'refusal'],
    },
    {
      type: 'object',
      properties: { kind: { enum: ['unavailable'] }, cause: { enum: unavailableCauses }, detail: text },
      required: ['kind', 'cause', 'detail'],
    },
    {
      type: 'object',
      properties: {
        kind: { enum: ['checked'] },
        refusal: { enum: [...imageRefusals, null] },
        warnings: { type: 'array', items: { enum: photoWarnings }, maxItems: 3 },
        preview: { enum: [null, 'aGk=', 'x'.repeat(previewLengthMax + 1)] },
      },
      required: ['kind', 'refusal', 'warnings', 'preview'],
    },
  ],
};

const message = fc.oneof(
  parametersOf({
    properties: { type: { enum: ['finished'] }, taskId: whole, outcome },
    required: ['type', 'taskId', 'outcome'],
  }),
  parametersOf({
    properties: { type: { enum: ['progress'] }, taskId: whole, fraction: { enum: [0, 0.5, 1, 2, -1] } },
    required: ['type'],
  }),
  parametersOf({
    properties: { type: { enum: ['ready', 'memory', 'run'] }, rssBytes: whole },
    required: ['type'],
  }),
  parametersOf({
    properties: {
      type: { enum: ['run'] },
      taskId: whole,
      task: parametersSchema(),
      settings: { enum: [{ colouriserFile: null, mattingNet: null, reportsMemory: false }, {}] },
    },
    required: ['type', 'taskId', 'task', 'settings'],
  }),
);

function parametersSchema(): ValueSchema {
  return {
    type: 'object',
    properties: {
      kind: { enum: ['normalise', 'icon', 'colourise', 'id_photo', 'sheet', 'check'] },
      sourceFile: text,
      targetFile: text,
      pixelsMax: whole,
      sizeBytesMax: whole,
      sidePxMax: whole,
      background: { enum: ['blue', 'red', 'white'] },
      size,
    },
    required: ['kind', 'sourceFile', 'targetFile'],
  };
}

/**
 * Parsing an accepted message again must give the same message; otherwise the parser has changed the meaning of a
 * value.
 */
function judge(name: string, parse: (value: unknown) => object, value: unknown): Verdict {
  let parsed: object;
  try {
    parsed = parse(value);
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('Malformed message'))
      return fine(`${name} refused`);
    throw error;
  }
  return JSON.stringify(parse(structuredClone(parsed))) === JSON.stringify(parsed)
    ? fine(`${name} accepted`)
    : wrong(`${name}: a second reading differs`);
}

function run(input: Buffer): Verdict {
  let value: unknown;
  try {
    value = JSON.parse(input.toString());
  } catch {
    return fine('no JSON');
  }
  const toProcess = judge('message to the process', parseRunMessage, value);
  if (toProcess.problem !== null) return toProcess;
  const toService = judge('message to the service', parseProcessMessage, value);
  return toService.problem === null ? fine(`${toProcess.label}, ${toService.label}`) : toService;
}

export const messageTarget: Target = {
  name: 'message',
  extension: 'message',
  inputs: message.map((fields) => Buffer.from(JSON.stringify(fields))),
  dictionary: [
    '"type":"finished"',
    '"outcome":',
    '"kind":"made"',
    'null',
    '1e999',
    '-1',
    '[]',
    '{}',
    '"__proto__":',
  ],
  inputBytesMax: 8 * 1024,
  timeMsMax: 5_000,
  open: async () => ({ run: async (input) => run(input), close: async () => undefined }),
};
