/**
 * Connections that were opened and never used, as browsers open them in advance. Node's own closing of idle
 * connections passes them over, since it takes them to be about to send a request.
 */

import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** @returns a function that closes those on which not a byte has come. */
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
