/**
 * Makes one object of the store's parts, for each transaction anew. A transaction uses a handful of some 120
 * functions, and making them all cost 6 to 15 µs, a tenth of an order: so their names are learnt from the
 * first session, and a part is made when one of its functions is asked for.
 */

type Part = (session: never) => object;
type All<Union> = (Union extends unknown ? (each: Union) => void : never) extends (each: infer Each) => void
  ? Each
  : never;

const ofSession = Symbol('session');

/** @param parts functions that only close over the session, so that to make them does nothing. */
export function joinParts<const Parts extends readonly Part[]>(
  parts: Parts,
): (session: All<Parameters<Parts[number]>[0]>) => All<ReturnType<Parts[number]>>;
export function joinParts(parts: readonly ((session: unknown) => object)[]): (session: unknown) => object {
  let joined: object | undefined;
  return (session) => {
    joined ??= prototypeOf(parts, session);
    const one = Object.create(joined);
    one[ofSession] = session;
    return one;
  };
}

function prototypeOf(parts: readonly ((session: unknown) => object)[], session: unknown): object {
  const prototype = {};
  for (const part of parts) {
    for (const name of Object.keys(part(session))) {
      Object.defineProperty(prototype, name, {
        get(this: { readonly [ofSession]: unknown }) {
          return Reflect.get(part(this[ofSession]), name);
        },
      });
    }
  }
  return prototype;
}
