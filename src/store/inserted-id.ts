/** The id that the database gave to an inserted row. */

/** @throws Error where the statement returned no row, which an insert without `on conflict` cannot do. */
export function insertedId(row: { readonly id: number } | undefined): number {
  if (row === undefined) throw new Error('the database returned no id for an inserted row');
  return row.id;
}
