/**
 * Keeps a connection open while the service works on its request. The server's limit of idle time ends connections on
 * which the client sends or reads nothing. While the client waits for its response, nothing is sent either: the work
 * on a large photo can take minutes on a busy machine, and has limits of its own.
 */

import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export function keepWhileWorking(server: Server, idleTimeoutMs: number): void {
  server.on('request', (request, response) => {
    // With this listener, Node no longer closes the connection itself.
    response.on('timeout', (socket: Socket) => {
      const isWaiting = request.complete && !response.headersSent;
      if (isWaiting) socket.setTimeout(idleTimeoutMs);
      else socket.destroy();
    });
  });
}
