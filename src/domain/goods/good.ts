/** A good of the catalogue (specification 2.1), and the kind of good that defines how it is ordered and made. */

import type { Language } from '../language.ts';
import type { OrderDetails, Parameter } from './parameters.ts';
import type { FindDocument } from './photo-details.ts';
import type { PictureKind } from './picture-kinds.ts';

/** The texts of a good in one language. Where a text is empty, customers see the good's own text. */
export interface GoodTexts {
  readonly title: string;
  readonly summary: string;
  /** Text of several lines, shown on the page of the good. */
  readonly description: string;
}

export type Translations = Readonly<Partial<Record<Language, GoodTexts>>>;

export interface Good {
  readonly id: number;
  /**
   * `title`, `summary` and `description` are for clients that ask for no language, or for a language without a
   * translation.
   */
  readonly title: string;
  readonly summary: string;
  readonly description: string;
  readonly translations: Translations;
  /** Path of the icon on this service, such as `/icons/id-photo.svg`. */
  readonly icon: string;
  /** Path of a large picture on this service; null: the good has none. */
  readonly picture: string | null;
  readonly priceMinor: number;
  /** The price for members; null: members pay `priceMinor`. */
  readonly memberPriceMinor: number | null;
  readonly sort: number;
  readonly functName: string;
  readonly onShelf: boolean;
}

export interface PhotoSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * A kind of good: one order operation of the interface. To add a kind, write a file like `id-photo-good.ts`, add a
 * line to `kinds.ts` and, if the good is a picture, add a processor in `usecases/pictures/processors/`.
 */
export interface GoodKind {
  /** The last path segment of the order operation (rule 1 in section 4.6 of the specification). */
  readonly functName: string;
  /** A summary of the operation for the OpenAPI document. */
  readonly summary: string;
  /** The parameters of the operation by their names in the API, without `goods_id`. */
  readonly parameters: Readonly<Record<string, Parameter>>;
  /**
   * Checks whether the values of the parameters fit together. Absent: all valid values fit together.
   * @throws AppError `invalid_parameters`
   */
  requireValid?(details: OrderDetails, findDocument: FindDocument): void;
  /** Like `requireValid`, for the photo check, which needs fewer details. @throws AppError `invalid_parameters` */
  requireCheckable?(details: OrderDetails, findDocument: FindDocument): void;
  /**
   * Checks whether the good can be made from a photo of this size, before the order is placed. Absent: from every upload.
   * @throws AppError `invalid_parameters`
   */
  requireSize?(details: OrderDetails, photo: PhotoSize): void;
  /**
   * How a paid order is delivered: a job in an image process makes a picture of this kind, or the payment's transaction
   * adds months of membership.
   */
  readonly work: PictureKind | 'membership';
  /** The price of an order, computed once, when the order is created. */
  priceMinor(unitPriceMinor: number, details: OrderDetails): number;
}
