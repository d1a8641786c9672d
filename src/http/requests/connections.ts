/**
 * Limits the connections of each client and of all clients together. When a limit is reached, the service
 * closes the oldest connection on which no request is being processed: an idle connection, or one whose
 * client sends or reads slowly. When the limit of all clients together is reached, the client with the most
 * such connections loses one, so that many idle connections of a few clients do not exclude other clients.
 */

import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { clientKey } from '../callers/client-address.ts';

export interface ConnectionLimits {
  readonly connectionsMax: number;
  readonly connectionsPerClientMax: number;
}

export interface Connections {
  /** Keeps the connection from being closed while a request on it is being processed. */
  hold(socket: Socket): void;
  /** Ends one call of `hold`. */
  release(socket: Socket): void;
  /**
   * Closes the connections on which no byte has arrived. Node's `closeIdleConnections` does not close them,
   * because it expects a request.
   */
  closeUnused(): void;
}

interface Client {
  /**
   * Whether the client is a trusted proxy. The limit per client does not apply to a proxy, because it carries the
   * requests of many clients.
   */
  readonly isProxy: boolean;
  /**
   * Connections on which no request is being processed, sorted by their last use, the most recently used at the end.
   */
  readonly atRest: Set<Socket>;
  connections: number;
}

interface Connection {
  readonly key: string;
  readonly client: Client;
  requests: number;
}

/**
 * Whether a connection of `one` is closed before a connection of `other`. Connections of proxies are closed last,
 * because each of them may serve many customers.
 */
function losesBefore(one: Client, other: Client): boolean {
  if (one.isProxy !== other.isProxy) return other.isProxy;
  return one.atRest.size > other.atRest.size;
}

/** @param isProxy whether a peer address belongs to a trusted proxy. */
export function boundConnections(
  server: Server,
  limits: ConnectionLimits,
  isProxy: (address: string) => boolean,
): Connections {
  const clients = new Map<string, Client>();
  const open = new Map<Socket, Connection>();

  function clientOf(key: string, address: string): Client {
    const known = clients.get(key);
    if (known !== undefined) return known;
    const fresh: Client = { isProxy: isProxy(address), atRest: new Set(), connections: 0 };
    clients.set(key, fresh);
    return fresh;
  }

  function forget(socket: Socket): void {
    const connection = open.get(socket);
    if (connection === undefined) return;
    const { client, key } = connection;
    open.delete(socket);
    client.atRest.delete(socket);
    client.connections -= 1;
    if (client.connections === 0) clients.delete(key);
  }

  /** @returns false when a request is being processed on every connection of the client. */
  function closeOldest(client: Client | undefined): boolean {
    const [oldest] = client?.atRest ?? [];
    if (oldest === undefined) return false;
    forget(oldest);
    oldest.destroy();
    return true;
  }

  function clientWithMostAtRest(): Client | undefined {
    let most: Client | undefined;
    for (const client of clients.values()) {
      if (client.atRest.size > 0 && (most === undefined || losesBefore(client, most))) most = client;
    }
    return most;
  }

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    // The client reset the connection before it was accepted. No answer can reach it, and no limit could count a request
    // without an address.
    if (address === undefined) {
      socket.destroy();
      return;
    }
    const key = clientKey(address);
    const client = clientOf(key, address);
    const isClientFull = !client.isProxy && client.connections >= limits.connectionsPerClientMax;
    const hasRoom =
      (!isClientFull || closeOldest(client)) &&
      (open.size < limits.connectionsMax || closeOldest(clientWithMostAtRest()));
    if (!hasRoom) {
      if (client.connections === 0) clients.delete(key);
      socket.destroy();
      return;
    }
    // Add the client again: if its last other connection was closed above, the client was removed.
    clients.set(key, client);
    open.set(socket, { key, client, requests: 0 });
    client.atRest.add(socket);
    client.connections += 1;
    socket.once('close', () => forget(socket));
  });

  return {
    hold(socket) {
      const connection = open.get(socket);
      if (connection === undefined) return;
      connection.requests += 1;
      connection.client.atRest.delete(socket);
    },
    release(socket) {
      const connection = open.get(socket);
      if (connection === undefined) return;
      connection.requests -= 1;
      if (connection.requests === 0) connection.client.atRest.add(socket);
    },
    closeUnused() {
      for (const socket of open.keys()) if (socket.bytesRead === 0) socket.destroy();
    },
  };
}
