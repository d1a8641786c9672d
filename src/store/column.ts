/**
 * The kinds of columns that a table can have. Each converts between the stored value and the value of the
 * domain.
 */

import type { SqlValue } from './statement.ts';

export interface Column<Stored extends SqlValue, Value = Stored> {
  readonly type: 'integer' | 'text';
  readonly nullable: boolean;
  /** The only values that the table's check constraint allows; null: the column has no such constraint. */
  readonly allowed: readonly string[] | null;
  /**
   * How a stored value is converted to a value of the domain and back; null: the database stores the value
   * unchanged.
   */
  readonly conversion: Conversion<Stored, Value> | null;
}

export interface Conversion<Stored, Value> {
  /** @throws Error when the stored value has no meaning in the domain. */
  parse(stored: Stored): Value;
  format(value: Value): Stored;
}

export type AnyColumn = Column<SqlValue, unknown>;

export const integer: Column<number> = {
  type: 'integer',
  nullable: false,
  allowed: null,
  conversion: null,
};

/** A primary key that the database generates. */
export const generatedId = { ...integer, generated: true } as const;

export const text: Column<string> = textOf();

/**
 * A text column for values of the type `Value`. Neither the database nor the reader checks them, because a newer
 * version may have written other values.
 */
export function textOf<Value extends string>(): Column<Value> {
  return { type: 'text', nullable: false, allowed: null, conversion: null };
}

/** A text that the table's check constraint restricts to these values, so that a reader need not check it. */
export function oneOf<Value extends string>(...allowed: readonly Value[]): Column<Value> {
  return { ...textOf<Value>(), allowed };
}

/** A truth value: 0 or 1. */
export const flag: Column<number, boolean> = converted(integer, {
  parse: (stored) => stored === 1,
  format: (value) => (value ? 1 : 0),
});

/** A column whose values have another form in the domain. */
export function converted<Stored extends SqlValue, Value>(
  column: Column<Stored>,
  conversion: Conversion<Stored, Value>,
): Column<Stored, Value> {
  return { ...column, conversion };
}

export function nullable<Stored extends SqlValue, Value>({
  conversion,
  ...column
}: Column<Stored, Value>): Column<Stored | null, Value | null> {
  return {
    ...column,
    nullable: true,
    conversion: conversion && {
      parse: (stored) => (stored === null ? null : conversion.parse(stored)),
      format: (value) => (value === null ? null : conversion.format(value)),
    },
  };
}

/** A column whose name does not follow from the field's name. */
export function named<const Name extends string, Of extends AnyColumn>(name: Name, column: Of) {
  return { ...column, name };
}
