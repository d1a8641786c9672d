/**
 * Closes connections on which no request was ever sent; browsers open such connections in advance. Node's
 * `closeIdleConnections` keeps them open, because it expects a request.
 */

import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** @returns a function that closes the connections on which no byte has arrived. */
export function trackUnusedConnections(server: Server): () => void {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };
}
