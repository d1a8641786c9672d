/**
 * The parameters of an order operation as data. The edge derives validation, coercion and the OpenAPI
 * document from them, so that a new kind of good needs no code there.
 */

export type Parameter =
  /** The `path` of an upload that the caller may use. */
  | { readonly kind: 'upload'; readonly description: string }
  | { readonly kind: 'choice'; readonly values: readonly string[]; readonly description: string }
  | {
      readonly kind: 'integer';
      readonly min: number;
      readonly max: number;
      /** Taken when the parameter is missing. Without one it is required. */
      readonly default?: number;
      readonly description: string;
    };

/** The validated values of an order's parameters by wire name, `goods_id` excluded. Stored with the order. */
export type OrderDetails = Readonly<Record<string, string | number>>;

/** @throws Error when the order was stored without it: a programmer's mistake, since intake validated. */
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
