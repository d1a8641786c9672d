/**
 * The HTTP layer on a real socket, for tests that Fastify's `inject` does not support: streams, slow and broken
 * clients.
 */

import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { type TestApp, type TestAppOptions, testApp } from './test-app.ts';

export interface ListeningApp extends TestApp {
  readonly origin: string;
  readonly port: number;
}

/** Starts the app on a free port, and closes it when the test ends. */
export async function listeningApp(t: TestContext, options: TestAppOptions = {}): Promise<ListeningApp> {
  const test = testApp(options);
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  t.after(() => {
    test.app.server.closeAllConnections();
    return test.app.close();
  });
  const address = test.app.server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return { ...test, origin: `http://127.0.0.1:${address.port}`, port: address.port };
}

export interface RawClient {
  readonly socket: Socket;
  /** The text that has arrived so far. */
  text(): string;
  /** Resolves when text that matches `pattern` has arrived. Rejects when the connection ends before that. */
  until(pattern: RegExp): Promise<string>;
  /** Resolves with the whole text when the server has closed the connection. */
  closed(): Promise<string>;
}

export function rawClient(t: TestContext, port: number): RawClient {
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  let text = '';
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(text)));
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  return {
    socket,
    text: () => text,
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (pattern.test(text)) resolve(text);
        };
        socket.on('data', look);
        socket.once('close', () =>
          pattern.test(text) ? resolve(text) : reject(new Error(`the connection closed after: ${text}`)),
        );
        look();
      }),
    closed: () => closed,
  };
}

/** Waits until `condition` returns true, and checks it in every turn of the event loop. */
export async function eventually(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(setImmediate);
}
