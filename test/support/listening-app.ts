/** The edge on a real socket, for what `inject` cannot show: streams, slow and broken clients. */

import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { type TestApp, type TestAppOptions, testApp } from './test-app.ts';

export interface ListeningApp extends TestApp {
  readonly origin: string;
  readonly port: number;
}

/** Closed when the test ends. */
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
  /** Everything that has arrived so far. */
  text(): string;
  /** Resolves when `pattern` has arrived; rejects when the connection ends first. */
  until(pattern: RegExp): Promise<string>;
  /** Resolves with everything when the other side has closed. */
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
          pattern.test(text) ? resolve(text) : reject(new Error(`closed after: ${text}`)),
        );
        look();
      }),
    closed: () => closed,
  };
}

/** Waits until `condition` holds, one turn of the event loop at a time. */
export async function eventually(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(setImmediate);
}
