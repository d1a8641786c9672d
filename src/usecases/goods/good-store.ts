/** The part of the store's port for the catalogue. */

import type { Good } from '../../domain/goods/good.ts';

export interface GoodReads {
  /** The goods on the shelf, sorted by `sort`, then `id`. */
  onShelf(): Promise<Good[]>;
  /** Finds a good, on the shelf or not. */
  byId(id: number): Promise<Good | undefined>;
  /** All goods, on the shelf or not, sorted by `sort`, then `id`. */
  all(): Promise<Good[]>;
}

export interface GoodWrites extends GoodReads {
  findOnShelf(id: number): Promise<Good | undefined>;
  /** Reads a good and prevents other transactions from changing it until this transaction ends. */
  lock(id: number): Promise<Good | undefined>;
  /**
   * Reads all goods, sorted by `sort`, then `id`, and prevents other transactions from changing them until this
   * transaction ends.
   */
  lockAll(): Promise<Good[]>;
  insert(good: Omit<Good, 'id'>): Promise<Good>;
  save(good: Good): Promise<void>;
  count(): Promise<number>;
  /**
   * Prevents other processes from filling the catalogue until this transaction ends, because several processes may
   * start on an empty database.
   */
  lockOpening(): Promise<void>;
}
