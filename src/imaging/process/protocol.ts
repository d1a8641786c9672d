/**
 * The messages between the service and an image process, over IPC. Both sides parse what they receive: a
 * process that decoded a stranger's image may send anything, and messages of another version of the service
 * must be refused.
 */

import type { FileWindow } from '../../domain/documents/file-window.ts';
import type { HeadBands, Range } from '../../domain/documents/head-bands.ts';
import { type AigcMark, type SourceType, sourceTypes } from '../../domain/goods/ai-label.ts';
import type { IdPhotoSize } from '../../domain/goods/id-photo.ts';
import { type PhotoBackground, parseBackground } from '../../domain/goods/photo-background.ts';
import { mattingNetKinds } from '../../domain/matting-net-kinds.ts';
import type {
  AnyImageOutcome,
  AnyImageTask,
  ColouriseTask,
  IconTask,
  IdPhotoTask,
  NormaliseTask,
  ReportTask,
  RestoreTask,
  SheetTask,
} from '../../usecases/ports/image-work.ts';
import type { MattingNetFile } from '../nets/matting-net.ts';
import {
  type Fields,
  fieldsOf,
  integer,
  integers,
  malformed,
  number,
  oneOf,
  sizeOf,
  text,
} from './message-fields.ts';
import { parseOutcome } from './parse-outcome.ts';
import { parseReportPage } from './parse-report-page.ts';

/** Settings that are the same for every task, because the operator configures them. */
export interface ProcessSettings {
  /** Absolute path of the operator's own colouring net; null: the net that comes with the service. */
  readonly colouriserFile: string | null;
  /** The operator's own matting net; null: the nets that come with the service. */
  readonly mattingNet: MattingNetFile | null;
  /** True on a system without `/proc`: the process then reports its own memory. */
  readonly reportsMemory: boolean;
}

export interface RunMessage {
  readonly type: 'run';
  /**
   * Every reply repeats this id, so that a late message of an earlier task is not attributed to this task.
   */
  readonly taskId: number;
  readonly task: AnyImageTask;
  readonly settings: ProcessSettings;
}

export type ProcessMessage =
  /** The first message: the process has loaded its code. */
  | { readonly type: 'ready' }
  | { readonly type: 'progress'; readonly taskId: number; readonly fraction: number }
  | { readonly type: 'memory'; readonly rssBytes: number }
  | { readonly type: 'finished'; readonly taskId: number; readonly outcome: AnyImageOutcome };

export function parseRunMessage(value: unknown): RunMessage {
  const message = fieldsOf(value);
  if (message.type !== 'run') throw malformed('type');
  const settings = fieldsOf(message.settings);
  return {
    type: 'run',
    taskId: integer(message, 'taskId'),
    task: parseTask(fieldsOf(message.task)),
    settings: {
      colouriserFile: settings.colouriserFile === null ? null : text(settings, 'colouriserFile'),
      mattingNet: settings.mattingNet === null ? null : parseMattingNet(fieldsOf(settings.mattingNet)),
      reportsMemory: settings.reportsMemory === true,
    },
  };
}

function parseMattingNet(net: Fields): MattingNetFile {
  return { file: text(net, 'file'), kind: oneOf(mattingNetKinds, net, 'kind') };
}

interface Labels {
  readonly sourceType?: SourceType | null;
  readonly aigc?: AigcMark;
}

function parseLabels(task: Fields): Labels {
  const sourceType =
    task.sourceType === undefined
      ? {}
      : { sourceType: task.sourceType === null ? null : oneOf(sourceTypes, task, 'sourceType') };
  if (task.aigc === undefined) return sourceType;
  const mark = fieldsOf(task.aigc);
  return { ...sourceType, aigc: { producer: text(mark, 'producer'), produceId: text(mark, 'produceId') } };
}

function parseTask(task: Fields): AnyImageTask {
  if (task.kind === 'check') {
    return {
      kind: 'check',
      sourceFile: text(task, 'sourceFile'),
      idPhoto: task.idPhoto === null ? null : parseIdPhotoSize(fieldsOf(task.idPhoto)),
      ...(task.isCropOnly === undefined ? {} : { isCropOnly: task.isCropOnly === true }),
      ...(task.cutStrokes === undefined ? {} : { cutStrokes: text(task, 'cutStrokes') }),
      ...(task.fileWindow === undefined ? {} : { fileWindow: parseFileWindow(fieldsOf(task.fileWindow)) }),
      withPreview: task.withPreview === true,
      ...(task.restoration === undefined
        ? {}
        : { restoration: parseRestoration(fieldsOf(task.restoration)) }),
      ...(task.withMeasures === undefined ? {} : { withMeasures: task.withMeasures === true }),
      ...(task.background === undefined
        ? {}
        : { background: parsePhotoBackground(text(task, 'background')) }),
      ...(task.isCorrected === undefined ? {} : { isCorrected: task.isCorrected === true }),
      ...parseLabels(task),
    };
  }
  if (task.kind === 'measure') return { kind: 'measure', sourceFile: text(task, 'sourceFile') };
  const files = { sourceFile: text(task, 'sourceFile'), targetFile: text(task, 'targetFile') };
  switch (task.kind) {
    case 'normalise':
      return {
        kind: 'normalise',
        ...files,
        pixelsMax: integer(task, 'pixelsMax'),
        sizeBytesMax: integer(task, 'sizeBytesMax'),
      } satisfies NormaliseTask;
    case 'icon': {
      const bounds = { pixelsMax: integer(task, 'pixelsMax'), sidePxMax: integer(task, 'sidePxMax') };
      const encoding = text(task, 'encoding') === 'webp' ? 'webp' : 'png';
      return { kind: 'icon', ...files, ...bounds, encoding } satisfies IconTask;
    }
    case 'colourise':
      return { kind: 'colourise', ...files, ...parseLabels(task) } satisfies ColouriseTask;
    case 'restore':
      return {
        kind: 'restore',
        ...files,
        ...parseRestoration(task),
        ...parseLabels(task),
      } satisfies RestoreTask;
    case 'id_photo':
      return {
        kind: 'id_photo',
        ...files,
        size: parseIdPhotoSize(fieldsOf(task.size)),
        background: parsePhotoBackground(text(task, 'background')),
        isCorrected: task.isCorrected === true,
        ...(task.cutStrokes === undefined ? {} : { cutStrokes: text(task, 'cutStrokes') }),
        ...(task.fileWindow === undefined ? {} : { fileWindow: parseFileWindow(fieldsOf(task.fileWindow)) }),
        ...parseLabels(task),
      } satisfies IdPhotoTask;
    case 'report':
      return { kind: 'report', ...files, page: parseReportPage(fieldsOf(task.page)) } satisfies ReportTask;
    case 'sheet': {
      const layout = fieldsOf(task.layout);
      return {
        kind: 'sheet',
        ...files,
        layout: {
          ...sizeOf(layout),
          copy: sizeOf(fieldsOf(layout.copy)),
          lefts: integers(layout, 'lefts'),
          tops: integers(layout, 'tops'),
        },
        dpi: integer(task, 'dpi'),
      } satisfies SheetTask;
    }
    default:
      throw malformed('kind');
  }
}

function parseRestoration(fields: Fields): Pick<RestoreTask, 'isColoured' | 'isEnlarged'> {
  return { isColoured: fields.isColoured === true, isEnlarged: fields.isEnlarged === true };
}

function parseIdPhotoSize(size: Fields): IdPhotoSize {
  return {
    ...sizeOf(size),
    dpi: integer(size, 'dpi'),
    headShare: number(size, 'headShare'),
    crownMargin: number(size, 'crownMargin'),
    limits: parseBands(fieldsOf(size.limits)),
    ...(size.bands === undefined ? {} : { bands: parseBands(fieldsOf(size.bands)) }),
  };
}

function parseBands(bands: Fields): HeadBands {
  const range = (name: string): Range | null => {
    if (bands[name] === null) return null;
    const fields = fieldsOf(bands[name]);
    return { min: number(fields, 'min'), max: number(fields, 'max') };
  };
  return {
    headFrom: oneOf(['hair', 'crown'] as const, bands, 'headFrom'),
    head: range('head'),
    eyes: range('eyes'),
    above: range('above'),
    faceWidth: range('faceWidth'),
  };
}

function parseFileWindow(window: Fields): FileWindow {
  return { minBytes: integer(window, 'minBytes'), maxBytes: integer(window, 'maxBytes') };
}

function parsePhotoBackground(name: string): PhotoBackground {
  const background = name === 'photographed' ? name : parseBackground(name);
  if (background === undefined) throw malformed('background');
  return background;
}

export function parseProcessMessage(value: unknown): ProcessMessage {
  const message = fieldsOf(value);
  switch (message.type) {
    case 'ready':
      return { type: 'ready' };
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
      throw malformed('type');
  }
}
