/**
 * Calls by `wx.request` and `wx.uploadFile`, for WeChat mini programs. A mini program cannot read a response while it
 * arrives, so `waitForResult` polls. List the service's domain in the mini program's settings for request and uploadFile.
 */

import { noAnswer } from './api-error.ts';
import { hexDigits, type Transport, type TransportAnswer, usualTimeoutMs } from './transport.ts';

interface WxAnswer {
  readonly statusCode: number;
  readonly data: unknown;
  /** Absent from the response of `uploadFile` in old versions of WeChat. */
  readonly header?: Readonly<Record<string, string | readonly string[]>>;
}

/** The part of `wx` that the client uses. Pass the global `wx`. A call returns its task, which `abort` ends. */
export interface Wx {
  request(options: {
    readonly url: string;
    readonly method: 'GET' | 'POST' | 'DELETE';
    readonly header: Readonly<Record<string, string>>;
    readonly data?: string;
    /** Any value but `json` keeps the response a text. */
    readonly dataType: 'text';
    readonly timeout: number;
    success(answer: WxAnswer): void;
    fail(error: { readonly errMsg: string }): void;
  }): unknown;
  uploadFile(options: {
    readonly url: string;
    readonly filePath: string;
    readonly name: string;
    readonly header: Readonly<Record<string, string>>;
    readonly timeout: number;
    success(answer: WxAnswer): void;
    fail(error: { readonly errMsg: string }): void;
  }): unknown;
  getRandomValues(options: {
    readonly length: number;
    success(answer: { readonly randomValues: ArrayBuffer }): void;
    fail(error: { readonly errMsg: string }): void;
  }): unknown;
}

const keyBytes = 16;

/** Frameworks on top of WeChat may return something else than the task. */
function endTask(task: unknown): void {
  if (typeof task === 'object' && task !== null && 'abort' in task && typeof task.abort === 'function') {
    task.abort();
  }
}

function textOf(data: unknown): string {
  return typeof data === 'string' ? data : JSON.stringify(data ?? '');
}

function answerOf({ statusCode, data, header = {} }: WxAnswer): TransportAnswer {
  // iOS and Android write the names of headers differently.
  const headers = new Map(
    Object.entries(header).map(([name, value]) => [
      name.toLowerCase(),
      typeof value === 'string' ? value : value.join(', '),
    ]),
  );
  return {
    status: statusCode,
    body: textOf(data),
    header: (name) => headers.get(name.toLowerCase()) ?? null,
  };
}

/**
 * The files of the transport are file paths, such as `tempFiles[0].tempFilePath` of `wx.chooseMedia`. `timeoutMs`: how long
 * a call may take. Default: 60 s, and 150 s for an upload.
 */
export function wechatTransport(
  wx: Wx,
  { timeoutMs }: { readonly timeoutMs?: number } = {},
): Transport<string> {
  return {
    openStream: null,
    async send({ method, url, headers, body, signal }) {
      signal?.throwIfAborted();
      let abort = () => {};
      const answer = new Promise<TransportAnswer>((resolve, reject) => {
        const ends = {
          timeout: timeoutMs ?? usualTimeoutMs({ body }),
          success: (response: WxAnswer) => resolve(answerOf(response)),
          fail: () => reject(noAnswer()),
        };
        const data = body.kind === 'json' ? { data: body.text } : {};
        const task =
          body.kind === 'file'
            ? wx.uploadFile({ url, header: headers, filePath: body.file, name: 'file', ...ends })
            : wx.request({ url, method, header: headers, dataType: 'text', ...data, ...ends });
        abort = () => {
          // Reject first, because the end of the task calls `fail`.
          reject(signal?.reason);
          endTask(task);
        };
        signal?.addEventListener('abort', abort);
      });
      return answer.finally(() => signal?.removeEventListener('abort', abort));
    },
    newKey: () =>
      new Promise((resolve, reject) => {
        wx.getRandomValues({
          length: keyBytes,
          success: ({ randomValues }) => resolve(hexDigits(new Uint8Array(randomValues))),
          fail: ({ errMsg }) => reject(new Error(errMsg)),
        });
      }),
  };
}
