/**
 * Statements whose text depends on the call, for example on the filled fields of a filter. Each variant of the text
 * is built once.
 */

import type { Statement } from './statement.ts';

/**
 * @param build makes the statement for a shape, for example for the names of the filled fields. Shapes with
 * equal JSON share one statement.
 */
export function statementVariants<Shape, P, Row>(
  build: (shape: Shape) => Statement<P, Row>,
): (shape: Shape) => Statement<P, Row> {
  const built = new Map<string, Statement<P, Row>>();
  return (shape) => {
    const key = JSON.stringify(shape);
    const known = built.get(key);
    if (known !== undefined) return known;
    const made = build(shape);
    built.set(key, made);
    return made;
  };
}

/** @returns the names of the fields that are not null, which is the shape of a search by a filter. */
export function filledFields<Field extends string>(
  filter: Readonly<Record<Field, string | number | null>>,
): readonly string[] {
  return Object.entries(filter).flatMap(([name, value]) => (value === null ? [] : [name]));
}
