/**
 * The object `wx` of a mini program, implemented with `fetch`. It behaves like the real one: header names as the
 * server writes them, bodies as text, and `success` for every status. `--import` of this file also makes it the
 * global `wx`.
 */

import { readFile } from 'node:fs/promises';
import type { Wx } from '../../client/src/wechat-transport.ts';

const stored = new Map<string, string>();

function capitalised(name: string): string {
  return name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

function finish(call: Promise<Response>, ends: Pick<Parameters<Wx['request']>[0], 'success' | 'fail'>): void {
  call
    .then(async (answer) => {
      const header = Object.fromEntries(
        [...answer.headers].map(([name, value]) => [capitalised(name), value]),
      );
      return { statusCode: answer.status, data: await answer.text(), header };
    })
    .then(ends.success, () => ends.fail({ errMsg: 'request:fail' }));
}

export const wx = {
  request({ url, method, header, data, ...ends }: Parameters<Wx['request']>[0]) {
    finish(
      fetch(url, { method, headers: { ...header }, ...(data === undefined ? {} : { body: data }) }),
      ends,
    );
  },
  uploadFile({ url, filePath, name, header, ...ends }: Parameters<Wx['uploadFile']>[0]) {
    const upload = async () => {
      const form = new FormData();
      form.set(name, new Blob([new Uint8Array(await readFile(filePath))]), 'tmp.jpg');
      return fetch(url, { method: 'POST', headers: { ...header }, body: form });
    };
    finish(upload(), ends);
  },
  getRandomValues({ length, success }: Parameters<Wx['getRandomValues']>[0]) {
    success({ randomValues: crypto.getRandomValues(new Uint8Array(length)).buffer });
  },
  chooseMedia: async () => ({ tempFiles: [{ tempFilePath: 'photo.jpg' }] }),
  getStorageSync: (key: string) => stored.get(key) ?? '',
  setStorageSync: (key: string, value: string) => void stored.set(key, value),
};

Reflect.set(globalThis, 'wx', wx);
