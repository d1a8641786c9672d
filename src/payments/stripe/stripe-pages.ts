/** Reads a whole list of Stripe, page by page. */

import { askStripe } from './ask-stripe.ts';

const pageSize = 100;
/**
 * The limit is 100,000 entries, which is more than a shop of this kind has in a day or in the minutes around a lost
 * opening.
 */
const pagesMax = 1000;

interface PageParameters {
  readonly limit: number;
  readonly starting_after?: string;
}

interface Page<T> {
  readonly data: readonly T[];
  readonly has_more: boolean;
}

/**
 * @param what the purpose, in the infinitive
 * @throws Error when the list is longer than its bound: a part of a list must not pass as the whole.
 */
export async function listAll<T extends { readonly id: string }>(
  what: string,
  list: (page: PageParameters) => Promise<Page<T>>,
): Promise<T[]> {
  const all: T[] = [];
  let parameters: PageParameters = { limit: pageSize };
  for (let pages = 0; pages < pagesMax; pages++) {
    const { data, has_more } = await askStripe(what, () => list(parameters));
    all.push(...data);
    const last = data.at(-1);
    if (!has_more || last === undefined) return all;
    parameters = { limit: pageSize, starting_after: last.id };
  }
  throw new Error(`could not ${what} at Stripe: the list has more than ${pagesMax * pageSize} entries`);
}
