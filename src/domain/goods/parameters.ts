/**
 * The parameters of an order operation as data. The HTTP layer derives validation, coercion and the OpenAPI
 * document from them, so that a new kind of good needs no code in the HTTP layer.
 */

export type Parameter =
  /** The `path` of an upload that the caller may use. */
  | { readonly kind: 'upload'; readonly description: string }
  | {
      readonly kind: 'choice';
      readonly values: readonly string[];
      readonly isOptional?: boolean;
      readonly description: string;
    }
  | {
      readonly kind: 'text';
      readonly lengthMax: number;
      readonly isOptional?: boolean;
      readonly description: string;
    }
  | {
      readonly kind: 'integer';
      readonly min: number;
      readonly max: number;
      /** The value of a missing parameter. A parameter without a default is required, unless it is optional. */
      readonly default?: number;
      readonly isOptional?: boolean;
      readonly description: string;
    };

/** The validated parameters of an order by their names in the API, without `goods_id`. Stored with the order. */
export type OrderDetails = Readonly<Record<string, string | number>>;

/** @throws Error when the order has no such text. Orders are validated before they are stored, so this is a bug. */
export function textDetail(details: OrderDetails, name: string): string {
  const value = details[name];
  if (typeof value !== 'string') throw new Error(`order detail ${name} is not a text`);
  return value;
}

/** @throws Error like `textDetail`. */
export function integerDetail(details: OrderDetails, name: string): number {
  const value = details[name];
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) {
    throw new Error(`order detail ${name} is not an integer`);
  }
  return value;
}
