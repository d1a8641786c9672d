/** A good of the catalogue (specification 2.1) and what a kind of good is. */

import type { OrderDetails, Parameter } from './parameters.ts';

export interface Good {
  readonly id: number;
  readonly title: string;
  readonly summary: string;
  /** Relative path of an icon image. */
  readonly icon: string;
  readonly priceMinor: number;
  /** What a member pays; null: the same. */
  readonly memberPriceMinor: number | null;
  readonly sort: number;
  readonly functName: string;
  readonly onShelf: boolean;
}

/**
 * A kind of good: one order operation of the interface. Adding one takes a file like `id-photo-good.ts`,
 * a line in `kinds.ts` and, for picture work, a processor in `usecases/processors/`.
 */
export interface GoodKind {
  /** Last path segment of the order operation (specification 4.6, rule 1). */
  readonly functName: string;
  /** What the operation does, for the OpenAPI document. */
  readonly summary: string;
  /** The operation's parameters besides `goods_id`, by wire name. */
  readonly parameters: Readonly<Record<string, Parameter>>;
  /** What fulfils a paid order: a job for an image child process, or months in the payment's transaction. */
  readonly work: 'picture' | 'membership';
  /** Price of an order, fixed when it is created. */
  priceMinor(unitPriceMinor: number, details: OrderDetails): number;
}
