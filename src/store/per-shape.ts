/** Statements that differ by what a search was given: built once for each set of given fields, then kept. */

import type { Statement } from './statement.ts';

/** @returns the statement for the fields of `filter` that are not null. */
export function perShape<Field extends string, P, Row>(
  build: (given: ReadonlySet<string>) => Statement<P, Row>,
): (filter: { readonly [Name in Field]?: string | number | null }) => Statement<P, Row> {
  const byShape = new Map<string, Statement<P, Row>>();
  return (filter) => {
    const given = Object.entries(filter)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name]) => name);
    const shape = given.join();
    const known = byShape.get(shape);
    if (known !== undefined) return known;
    const made = build(new Set(given));
    byShape.set(shape, made);
    return made;
  };
}
