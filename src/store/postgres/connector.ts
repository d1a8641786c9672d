/** The interface of a PostgreSQL driver: `pg` in the service, PGlite in tests. */

export interface PostgresQuery {
  /** If the query has a name, the server prepares the statement once and reuses it under this name. */
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
  /**
   * How long the driver waits for the result, in ms. Absent: the driver's own time limit. PGlite ignores this
   * field.
   */
  readonly query_timeout?: number;
}

export interface PostgresResult {
  readonly rows: unknown[];
  readonly rowCount: number | null;
  /** The command that the server reports, for example `ROLLBACK`, if the driver returns it. */
  readonly command?: string;
}

export interface PostgresClient {
  query(query: PostgresQuery): Promise<PostgresResult>;
  /** @param destroy true closes the connection instead of returning it to the pool. */
  release(destroy?: boolean): void;
}

export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  query(query: PostgresQuery): Promise<PostgresResult>;
  end(): Promise<void>;
}

export interface PostgresListener {
  received(payload: string): void;
  /** Called after the connection was lost and restored. Messages may have been lost. */
  reconnected(): void;
}

export interface PostgresConnector {
  readonly pool: PostgresPool;
  /** A connection to the server itself, whose settings and locks last until `release`, even if `pool` is a pooler. */
  session(): Promise<PostgresClient>;
  /** Resolves when the connection listens on the channel. Reconnects automatically. */
  listen(channel: string, listener: PostgresListener): Promise<{ close(): Promise<void> }>;
}
