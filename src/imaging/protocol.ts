/**
 * What the service and an image child say to each other over IPC. Both sides parse what they read:
 * a child that ran a stranger's image is not trusted to answer in shape, and a parent of another
 * version must not be half understood.
 */

import { backgroundColours } from '../domain/goods/id-photo.ts';
import {
  type ColouriseTask,
  type IdPhotoTask,
  type ImageOutcome,
  type ImageTask,
  imageRefusals,
  type NormaliseTask,
} from '../usecases/ports/image-work.ts';

/** What holds for every task of a child, fixed by the operator. */
export interface ChildSettings {
  /** Absolute path of the operator's own colouring net; null: the net that comes with the service. */
  readonly colouriserFile: string | null;
  /** True where the system has no `/proc`: the child then tells its own memory. */
  readonly tellsMemory: boolean;
}

export interface RunMessage {
  readonly type: 'run';
  /** Comes back in every answer, so that a late message of an earlier task is not taken for this one's. */
  readonly taskId: number;
  readonly task: ImageTask;
  readonly settings: ChildSettings;
}

export type ChildMessage =
  | { readonly type: 'progress'; readonly taskId: number; readonly fraction: number }
  | { readonly type: 'memory'; readonly rssBytes: number }
  | { readonly type: 'finished'; readonly taskId: number; readonly outcome: ImageOutcome };

type Fields = Readonly<Record<string, unknown>>;

export function parseRunMessage(value: unknown): RunMessage {
  const message = fieldsOf(value);
  if (message.type !== 'run') throw notUnderstood('type');
  const settings = fieldsOf(message.settings);
  return {
    type: 'run',
    taskId: integer(message, 'taskId'),
    task: parseTask(fieldsOf(message.task)),
    settings: {
      colouriserFile: settings.colouriserFile === null ? null : text(settings, 'colouriserFile'),
      tellsMemory: settings.tellsMemory === true,
    },
  };
}

function parseTask(task: Fields): ImageTask {
  const files = { sourceFile: text(task, 'sourceFile'), targetFile: text(task, 'targetFile') };
  switch (task.kind) {
    case 'normalise':
      return { kind: 'normalise', ...files, pixelsMax: integer(task, 'pixelsMax') } satisfies NormaliseTask;
    case 'colourise':
      return { kind: 'colourise', ...files } satisfies ColouriseTask;
    case 'id_photo':
      return {
        kind: 'id_photo',
        ...files,
        widthPx: integer(task, 'widthPx'),
        heightPx: integer(task, 'heightPx'),
        dpi: integer(task, 'dpi'),
        background: oneOf(backgroundColours, task, 'background'),
      } satisfies IdPhotoTask;
    default:
      throw notUnderstood('kind');
  }
}

export function parseChildMessage(value: unknown): ChildMessage {
  const message = fieldsOf(value);
  switch (message.type) {
    case 'progress':
      return { type: 'progress', taskId: integer(message, 'taskId'), fraction: number(message, 'fraction') };
    case 'memory':
      return { type: 'memory', rssBytes: integer(message, 'rssBytes') };
    case 'finished':
      return {
        type: 'finished',
        taskId: integer(message, 'taskId'),
        outcome: parseOutcome(fieldsOf(message.outcome)),
      };
    default:
      throw notUnderstood('type');
  }
}

function parseOutcome(outcome: Fields): ImageOutcome {
  if (outcome.kind === 'refused') {
    return { kind: 'refused', refusal: oneOf(imageRefusals, outcome, 'refusal') };
  }
  if (outcome.kind !== 'made') throw notUnderstood('kind');
  const size = fieldsOf(outcome.size);
  return {
    kind: 'made',
    size: { widthPx: integer(size, 'widthPx'), heightPx: integer(size, 'heightPx') },
    contentType: text(outcome, 'contentType'),
  };
}

function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null) throw notUnderstood('object');
  return value as Fields;
}

function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string' || value === '') throw notUnderstood(name);
  return value;
}

function number(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value !== 'number' || !Number.isFinite(value)) throw notUnderstood(name);
  return value;
}

function integer(fields: Fields, name: string): number {
  const value = number(fields, name);
  if (!Number.isSafeInteger(value) || value < 0) throw notUnderstood(name);
  return value;
}

function oneOf<T extends string>(allowed: readonly T[], fields: Fields, name: string): T {
  const value = fields[name];
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw notUnderstood(name);
  return found;
}

function notUnderstood(name: string): Error {
  return new Error(`Message between service and image child not understood: ${name}`);
}
