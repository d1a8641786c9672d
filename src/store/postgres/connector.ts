/** What the engine needs of a PostgreSQL driver: `pg` in service, PGlite in tests. */

export interface PostgresQuery {
  /** Given: the server keeps the statement prepared under this name. */
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
  /** In ms: where the driver has to wait longer than usual for the answer, or may wait less. PGlite always waits. */
  readonly query_timeout?: number;
}

export interface PostgresResult {
  readonly rows: unknown[];
  readonly rowCount: number | null;
  /** The command that the server says it ran, where the driver tells. */
  readonly command?: string;
}

export interface PostgresClient {
  query(query: PostgresQuery): Promise<PostgresResult>;
  /** @param destroy true when the connection may not be lent again. */
  release(destroy?: boolean): void;
}

export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  query(query: PostgresQuery): Promise<PostgresResult>;
  end(): Promise<void>;
}

export interface PostgresListener {
  heard(payload: string): void;
  /** After the connection was lost: notifications may have been missed. */
  reconnected(): void;
}

export interface PostgresConnector {
  readonly pool: PostgresPool;
  /** Resolves when the channel is listened to; reconnects by itself. */
  listen(channel: string, listener: PostgresListener): Promise<{ close(): Promise<void> }>;
}
