/**
 * Runs a mini program without WeChat: loads its CommonJS modules, keeps the pages that it declares, and opens them. Each
 * runtime is one phone with one start of the mini program.
 */

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { compileFunction } from 'node:vm';

type Handler = (argument?: unknown) => unknown;

export interface OpenPage {
  readonly data: Record<string, unknown>;
  /** Calls a method of the page, as a tap or WeChat does. */
  run(method: string, argument?: unknown): Promise<unknown>;
}

export interface MiniProgram {
  /** Every page of app.json. */
  readonly pages: readonly string[];
  /** @param address as `wx.navigateTo` has it: `/pages/order/order?order_no=…`. */
  open(address: string): Promise<OpenPage>;
  module(path: string): Readonly<Record<string, (...values: unknown[]) => unknown>>;
}

/** @param configuration replaces `config.js`. */
export function startMiniProgram(folder: string, wx: object, configuration: object): MiniProgram {
  const loaded = new Map<string, { exports: unknown }>([
    [join(folder, 'config.js'), { exports: configuration }],
  ]);
  let declared: Record<string, unknown> | undefined;

  function load(file: string): unknown {
    const known = loaded.get(file);
    if (known !== undefined) return known.exports;
    const module = { exports: {} as unknown };
    loaded.set(file, module);
    const parameters = ['require', 'module', 'exports', 'wx', 'App', 'Page'];
    const run = compileFunction(readFileSync(file, 'utf8'), parameters, { filename: file });
    const requireModule = (path: string) => load(normalize(join(dirname(file), path)));
    const declare = (page: Record<string, unknown>) => {
      declared = page;
    };
    run(requireModule, module, module.exports, wx, () => {}, declare);
    return module.exports;
  }

  const app = JSON.parse(readFileSync(join(folder, 'app.json'), 'utf8')) as { readonly pages: string[] };
  load(join(folder, 'app.js'));
  return {
    pages: app.pages,
    async open(address) {
      const [path = '', query = ''] = address.replace(/^\//, '').split('?');
      assert.ok(app.pages.includes(path), `app.json has no page ${path}`);
      for (const part of ['.json', '.wxml']) assert.ok(existsSync(join(folder, path + part)), path + part);
      loaded.delete(join(folder, `${path}.js`));
      load(join(folder, `${path}.js`));
      const definition = declared ?? assert.fail(`${path} declares no page`);
      const page: Record<string, unknown> = {
        ...definition,
        data: structuredClone(definition.data ?? {}),
        setData(change: object) {
          Object.assign(page.data as object, change);
        },
      };
      const run = async (method: string, argument?: unknown) =>
        (page[method] as Handler | undefined)?.call(page, argument);
      await run('onLoad', Object.fromEntries(new URLSearchParams(query)));
      await run('onShow');
      return { data: page.data as Record<string, unknown>, run };
    },
    module: (path) => load(join(folder, path)) as ReturnType<MiniProgram['module']>,
  };
}

/** The event of a tap on an element with these `data-…` attributes. */
export function tap(dataset: Readonly<Record<string, string | number>> = {}) {
  return { currentTarget: { dataset } };
}
