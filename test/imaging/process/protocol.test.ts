import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneInch } from '../../../src/domain/goods/id-photo.ts';
import {
  type ProcessMessage,
  parseProcessMessage,
  parseRunMessage,
  type RunMessage,
} from '../../../src/imaging/process/protocol.ts';
import type { CheckTask, ImageTask } from '../../../src/usecases/ports/image-work.ts';

const files = { sourceFile: '/in', targetFile: '/out' };
const copy = { widthPx: 295, heightPx: 413 };
const layout = { widthPx: 1795, heightPx: 1205, copy, lefts: [100, 425], tops: [160] };
const tasks: readonly (ImageTask | CheckTask)[] = [
  { kind: 'normalise', ...files, pixelsMax: 40_000_000, sizeBytesMax: 15_000_000 },
  { kind: 'colourise', ...files },
  { kind: 'colourise', ...files, sourceType: null, aigc: { producer: 'P', produceId: 'abc' } },
  { kind: 'restore', ...files, isColoured: true, isEnlarged: false },
  { kind: 'restore', ...files, isColoured: false, isEnlarged: true, sourceType: 'algorithmicallyEnhanced' },
  { kind: 'id_photo', ...files, size: oneInch, background: 'blue', isCorrected: true },
  {
    ...{ kind: 'id_photo', ...files, size: oneInch, background: 'blue', isCorrected: false },
    cutStrokes: 'keep 20 1,1',
  },
  {
    ...{ kind: 'id_photo', ...files, size: oneInch, background: 'red', isCorrected: false },
    sourceType: 'trainedAlgorithmicMedia',
  },
  { kind: 'sheet', ...files, layout, dpi: 300 },
  {
    ...{ kind: 'report', ...files },
    page: {
      ...{ language: 'zh', shop: 'S', title: 'T', facts: [['a', 'b']], legend: ['eyes', 'chin'] },
      marks: [
        { name: 'eyes', at: 0.4, range: { min: 0.3, max: 0.5 } },
        { name: 'chin', at: 0.7, range: null },
      ],
      columns: ['c'],
      rows: [{ title: 't', value: '1', range: 'any', verdict: 'warn', verdictText: 'w' }],
      ...{ notes: ['n'], checksumTitle: 'c' },
    },
  },
  { kind: 'check', sourceFile: '/in', idPhoto: oneInch, withPreview: true },
  { kind: 'check', sourceFile: '/in', idPhoto: oneInch, withPreview: true, cutStrokes: 'keep 20 1,1' },
  { kind: 'check', sourceFile: '/in', idPhoto: null, withPreview: false },
  {
    ...{ kind: 'check', sourceFile: '/in', idPhoto: null, withPreview: true },
    restoration: { isColoured: false, isEnlarged: true },
  },
  {
    ...{ kind: 'check', sourceFile: '/in', idPhoto: oneInch, withPreview: false, withMeasures: true },
    ...{ background: '#ffffff-#c0d0e0', isCorrected: true, sourceType: null },
    aigc: { producer: 'p', produceId: '0' },
  },
];

for (const task of tasks) {
  test(`a ${task.kind} task is parsed as it was sent, and fields that do not belong to the task are dropped`, () => {
    const mattingNet = { file: '/net.onnx', kind: 'modnet' } as const;
    const settings = { colouriserFile: null, mattingNet, reportsMemory: false };
    const message: RunMessage = { type: 'run', taskId: 7, task, settings };
    const sent: unknown = JSON.parse(JSON.stringify({ ...message, task: { ...task, extra: 1 } }));
    assert.deepEqual(parseRunMessage(sent), message);
  });
}

const checked = { kind: 'checked', refusal: null, warnings: [], preview: null } as const;

const messages: readonly ProcessMessage[] = [
  { type: 'progress', taskId: 1, fraction: 0.5 },
  { type: 'ready' },
  { type: 'memory', rssBytes: 1000 },
  { type: 'finished', taskId: 1, outcome: { kind: 'refused', refusal: 'no_face' } },
  {
    type: 'finished',
    taskId: 1,
    outcome: { kind: 'made', size: { widthPx: 2, heightPx: 3 }, contentType: 'image/jpeg' },
  },
  { type: 'finished', taskId: 1, outcome: { kind: 'unavailable', cause: 'storage', detail: 'ENOSPC' } },
  { type: 'finished', taskId: 2, outcome: { ...checked, warnings: ['too_dark'] } },
  { type: 'finished', taskId: 2, outcome: { ...checked, refusal: 'no_face' } },
  { type: 'finished', taskId: 2, outcome: { ...checked, preview: 'UklG+/==' } },
  { type: 'finished', taskId: 2, outcome: { ...checked, damage: { share: 0.02, marks: 'UklG' } } },
  { type: 'finished', taskId: 2, outcome: { ...checked, damage: { share: 0, marks: null } } },
];

test('every message of an image process is parsed as it was sent', () => {
  for (const message of messages) assert.deepEqual(parseProcessMessage({ ...message }), message);
});

const nonsense: readonly unknown[] = [
  null,
  'finished',
  {},
  { type: 'progress', taskId: 1, fraction: Number.NaN },
  { type: 'progress', taskId: '1', fraction: 0.5 },
  { type: 'memory', rssBytes: -1 },
  { type: 'finished', taskId: 1, outcome: { kind: 'refused', refusal: 'bad_mood' } },
  { type: 'finished', taskId: 1, outcome: { kind: 'unavailable', cause: 'bad_mood', detail: 'x' } },
  { type: 'finished', taskId: 1, outcome: { ...checked, warnings: ['ugly'] } },
  { type: 'finished', taskId: 1, outcome: { kind: 'checked', refusal: null, preview: null } },
  { type: 'finished', taskId: 1, outcome: { kind: 'checked', refusal: null, warnings: [] } },
  { type: 'finished', taskId: 1, outcome: { ...checked, preview: 'javascript:alert()' } },
  { type: 'finished', taskId: 1, outcome: { ...checked, preview: 'A'.repeat(40_000) } },
  { type: 'finished', taskId: 1, outcome: { ...checked, damage: { share: '0', marks: null } } },
  { type: 'finished', taskId: 1, outcome: { ...checked, damage: { share: 0, marks: 'A'.repeat(40_000) } } },
  { type: 'finished', taskId: 1, outcome: { kind: 'made', size: { widthPx: 2 }, contentType: 'image/jpeg' } },
  { type: 'finished', taskId: 1, outcome: { kind: 'made', size: { widthPx: 2, heightPx: 3 } } },
];

test('a malformed message of an image process is refused', () => {
  for (const value of nonsense) assert.throws(() => parseProcessMessage(value), /Malformed/);
});

test('a task of an unknown kind, or without its files, is refused', () => {
  const settings = { colouriserFile: null, mattingNet: null, reportsMemory: false };
  for (const task of [
    { kind: 'shred', ...files },
    { kind: 'colourise', sourceFile: '/in' },
  ]) {
    assert.throws(() => parseRunMessage({ type: 'run', taskId: 1, task, settings }), /Malformed/);
  }
});
