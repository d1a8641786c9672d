/**
 * A load balancer in front of several processes of the service, as operators run one: each request goes to the next
 * process in turn, and a process that is taken out gets no further request.
 */

import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

export interface Balancer {
  readonly url: string;
  add(port: number): void;
  /**
   * Sends no further request to the process. Resolves when the process has answered all requests of this balancer.
   * Event streams do not count.
   */
  takeOut(port: number): Promise<void>;
  /** Requests that failed: no response, or a status from 500. */
  readonly failures: readonly string[];
  readonly requests: number;
  close(): void;
}

export async function startBalancer(): Promise<Balancer> {
  const running = new Map<number, number>();
  const active: number[] = [];
  const failures: string[] = [];
  const idle = new Map<number, () => void>();
  let requests = 0;

  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const port = active.shift();
    requests += 1;
    const what = `${incoming.method} ${incoming.url?.split('?')[0]}`;
    if (port === undefined) {
      failures.push(`${what}: no process`);
      outgoing.writeHead(503).end();
      return;
    }
    active.push(port);
    running.set(port, (running.get(port) ?? 0) + 1);
    const ended = () => {
      const left = (running.get(port) ?? 1) - 1;
      running.set(port, left);
      if (left === 0) idle.get(port)?.();
    };
    const { method, url: path, headers } = incoming;
    const onward = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      const status = answer.statusCode ?? 0;
      if (status >= 500) failures.push(`${what}: ${status} of port ${port}`);
      outgoing.writeHead(status, answer.headers);
      answer.pipe(outgoing);
    });
    onward.once('close', ended);
    onward.once('error', (error) => {
      failures.push(`${what}: ${error.message} of port ${port}`);
      outgoing.destroy();
    });
    incoming.pipe(onward);
  }

  const server = createServer(pass).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    add: (port) => void active.push(port),
    async takeOut(port) {
      active.splice(active.indexOf(port), 1);
      if ((running.get(port) ?? 0) > 0)
        await new Promise<void>((resolve) => {
          idle.set(port, resolve);
        });
      idle.delete(port);
    },
    failures,
    get requests() {
      return requests;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
