/** Reads all entries of a list from Stripe, page by page. */

import { askStripe } from './ask-stripe.ts';

const pageSize = 100;
/**
 * The limit is 100,000 entries. The longest lists are the movements of one day, and the sessions of the minutes in
 * which a payment was opened without a response; a shop of this kind has fewer of both.
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
 * @param what the purpose of the call for the text of an error, such as `read the refunds`
 * @throws Error when the list is longer than `pagesMax` pages, because a part of the list must not be taken for the
 * whole list.
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
