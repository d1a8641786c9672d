/** What the use cases need of the database for the catalogue. */

import type { Good } from '../../domain/goods/good.ts';

export interface GoodReads {
  /** On the shelf, by `sort`, then `id`, ascending. */
  onShelf(): Promise<Good[]>;
  /** On the shelf or not. */
  byId(id: number): Promise<Good | undefined>;
  /** On the shelf or not, by `sort`, then `id`. */
  all(): Promise<Good[]>;
}

export interface GoodWrites extends GoodReads {
  findOnShelf(id: number): Promise<Good | undefined>;
  /** Reads a good and keeps others from changing it until this transaction ends. */
  lock(id: number): Promise<Good | undefined>;
  /** The same with all of them, by `sort`, then `id`. */
  lockAll(): Promise<Good[]>;
  insert(good: Omit<Good, 'id'>): Promise<Good>;
  save(good: Good): Promise<void>;
  count(): Promise<number>;
  /** Until the transaction ends nobody else opens the shop: several processes may start on an empty database. */
  lockOpening(): Promise<void>;
}
