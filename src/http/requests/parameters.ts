/**
 * Validates and converts the parameters of a request. One TypeBox schema for each operation defines the
 * validation, the conversion of form texts to numbers, and the entry in the OpenAPI document.
 *
 * Only the parameters in the schema are read, each as an own property, and copied to a new object. Unknown
 * parameters, such as `__proto__`, are ignored.
 */

import type { FastifySchemaCompiler } from 'fastify';
import { AppError, invalidParameters } from '../../domain/errors.ts';
import type { FieldError } from '../../domain/field-codes.ts';

type Scalar = string | number | boolean;
type Value = Scalar | readonly Scalar[] | readonly Values[];
interface Values {
  [name: string]: Value;
}

type Wrong = Omit<FieldError, 'pointer'>;
type ReadingOf<V> = { readonly value: V } | { readonly wrong: Wrong };
/** `wrongParts`: the wrong fields of the objects in a list; each pointer begins at the list. */
type Reading = ReadingOf<Value> | { readonly wrongParts: readonly FieldError[] };

interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly fallback: Value | undefined;
  readonly read: (raw: unknown) => Reading;
}

type ScalarReader = (raw: unknown) => ReadingOf<Scalar>;

interface PropertySchema extends ObjectSchema {
  readonly enum?: unknown;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  readonly minLength?: unknown;
  readonly maxLength?: unknown;
  readonly default?: unknown;
  readonly items?: PropertySchema;
  readonly maxItems?: unknown;
}

export interface ObjectSchema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, PropertySchema>>;
  readonly required?: readonly string[];
}

/**
 * Keywords of a schema that are documentation and not rules. Any other unknown keyword is an error when the
 * service starts.
 */
const knownKeywords: ReadonlySet<string> = new Set([
  ...['type', 'enum', 'minimum', 'maximum', 'minLength', 'maxLength', 'default'],
  ...['items', 'maxItems'],
  ...['description', 'examples', 'title'],
]);

/** The text of an integer: a sign and digits, without exponent, blanks and fraction. */
const integerText = /^-?\d{1,16}$/;

/** A larger number is refused, because it may have been rounded: then it is not the number that the client sent. */
function readInteger(raw: unknown): number | undefined {
  // Numeric strings are taken as numbers.
  const value = typeof raw === 'string' && integerText.test(raw) ? Number(raw) + 0 : raw;
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}

function wrongBy(
  code: FieldError['code'],
  detail: string,
  params?: Wrong['params'],
): { readonly wrong: Wrong } {
  return { wrong: params === undefined ? { code, detail } : { code, params, detail } };
}

function numberKeyword(value: unknown, fallback: number): number {
  return typeof value === 'number' ? value : fallback;
}

function integerReader(schema: PropertySchema): ScalarReader {
  const min = numberKeyword(schema.minimum, Number.MIN_SAFE_INTEGER);
  const max = numberKeyword(schema.maximum, Number.MAX_SAFE_INTEGER);
  const wrong =
    schema.maximum === undefined
      ? wrongBy('integer_min', `must be an integer of at least ${min}`, { min })
      : wrongBy('integer_range', `must be an integer from ${min} to ${max}`, { min, max });
  return (raw) => {
    const value = readInteger(raw);
    return value === undefined || value < min || value > max ? wrong : { value };
  };
}

function choiceReader(choices: readonly unknown[]): ScalarReader {
  const wrong = wrongBy('not_a_choice', `must be one of ${choices.join(', ')}`);
  return (raw) => (typeof raw === 'string' && choices.includes(raw) ? { value: raw } : wrong);
}

function textReader(schema: PropertySchema): ScalarReader {
  const min = numberKeyword(schema.minLength, 0);
  const max = numberKeyword(schema.maxLength, 1024);
  const wrong = wrongBy('text_length', `must be a text of ${min} to ${max} characters`, { min, max });
  return (raw) =>
    typeof raw === 'string' && hasLength(raw, min, max) && raw.isWellFormed() && !raw.includes('\0')
      ? { value: raw }
      : wrong;
}

/**
 * Counts characters, as JSON Schema does, and not UTF-16 units: a character outside the basic plane, such as 😀, has
 * two of them.
 */
function hasLength(text: string, min: number, max: number): boolean {
  if (text.length > 2 * max) return false;
  const count = [...text].length;
  return count >= min && count <= max;
}

function readFlag(raw: unknown): ReadingOf<Scalar> {
  return typeof raw === 'boolean' ? { value: raw } : wrongBy('not_a_flag', 'must be true or false');
}

/** The maximum number of wrong fields that are reported for a list of objects. */
const wrongPartsMax = 100;

const tooManyItems = (max: number) => wrongBy('list_max', `must be a list of at most ${max} items`, { max });

/** Reads a list of objects. Every object must obey the schema of the items; its unknown fields are ignored. */
function objectListReader(maxItems: number, items: ObjectSchema): Field['read'] {
  const fields = fieldsOf(items);
  return (raw) => {
    if (!Array.isArray(raw) || raw.length > maxItems) return tooManyItems(maxItems);
    const values: Values[] = [];
    const wrongParts: FieldError[] = [];
    for (const [index, item] of raw.entries()) {
      if (wrongParts.length >= wrongPartsMax) break;
      const reading = readFields(fields, item);
      if (reading === undefined)
        wrongParts.push({ pointer: `/${index}`, code: 'list_item', detail: 'must be an object' });
      else if ('wrongFields' in reading) wrongParts.push(...below(`/${index}`, reading.wrongFields));
      else values.push(reading.values);
    }
    return wrongParts.length === 0 ? { value: values } : { wrongParts: wrongParts.slice(0, wrongPartsMax) };
  };
}

function below(start: string, errors: readonly FieldError[]): FieldError[] {
  return errors.map((error) => ({ ...error, pointer: `${start}${error.pointer}` }));
}

/**
 * Reads a list. Every item must obey the schema of the items. A list without a maximum length is an error
 * in the schema.
 */
function listReader(name: string, { items, maxItems }: PropertySchema): Field['read'] {
  if (items === undefined || typeof maxItems !== 'number') throw new Error(`parameter ${name}: no bound`);
  if (items.type === 'object') return objectListReader(maxItems, items);
  requireKnownKeywords(name, items);
  const readItem = scalarReader(name, items);
  return (raw) => {
    if (!Array.isArray(raw) || raw.length > maxItems) return tooManyItems(maxItems);
    const values: Scalar[] = [];
    for (const item of raw) {
      const reading = readItem(item);
      if ('wrong' in reading)
        return wrongBy('list_item', `must be a list; each item ${reading.wrong.detail}`);
      values.push(reading.value);
    }
    return { value: values };
  };
}

function requireKnownKeywords(name: string, schema: PropertySchema): void {
  for (const keyword of Object.keys(schema)) {
    if (!knownKeywords.has(keyword)) throw new Error(`parameter ${name}: keyword ${keyword} is not known`);
  }
}

function readerOf(name: string, schema: PropertySchema): Field['read'] {
  requireKnownKeywords(name, schema);
  return schema.type === 'array' ? listReader(name, schema) : scalarReader(name, schema);
}

function scalarReader(name: string, schema: PropertySchema): ScalarReader {
  if (Array.isArray(schema.enum)) return choiceReader(schema.enum);
  if (schema.type === 'integer') return integerReader(schema);
  if (schema.type === 'string') return textReader(schema);
  if (schema.type === 'boolean') return readFlag;
  throw new Error(`parameter ${name}: type ${String(schema.type)} is not known`);
}

function fieldsOf(schema: ObjectSchema): readonly Field[] {
  const required = schema.required ?? [];
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    required: required.includes(name),
    fallback:
      typeof property.default === 'string' || typeof property.default === 'number'
        ? property.default
        : undefined,
    read: readerOf(name, property),
  }));
}

/**
 * Reads an own property. `null` counts as absent, because clients of PHP services send it for parameters
 * that they do not set.
 */
function own(data: object, name: string): unknown {
  const raw: unknown = Object.hasOwn(data, name) ? Reflect.get(data, name) : undefined;
  return raw === null ? undefined : raw;
}

/** @returns undefined when `given` is no object. */
function readFields(
  fields: readonly Field[],
  given: unknown,
): { readonly values: Values } | { readonly wrongFields: readonly FieldError[] } | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined;
  const values: Values = {};
  const errors: FieldError[] = [];
  for (const field of fields) {
    const pointer = `/${field.name}`;
    const raw = own(given, field.name);
    if (raw === undefined) {
      if (field.fallback !== undefined) values[field.name] = field.fallback;
      else if (field.required) errors.push({ pointer, code: 'missing', detail: 'is missing' });
      continue;
    }
    const reading = field.read(raw);
    if ('value' in reading) values[field.name] = reading.value;
    else if ('wrongParts' in reading) errors.push(...below(pointer, reading.wrongParts));
    else errors.push({ pointer, ...reading.wrong });
  }
  return errors.length > 0 ? { wrongFields: errors } : { values };
}

/** @throws AppError `malformed_request`, `invalid_parameters` */
function readParameters(fields: readonly Field[], data: unknown): Values {
  const reading = readFields(fields, data ?? {});
  if (reading === undefined) {
    throw new AppError('malformed_request', 'The parameters must be a JSON object.');
  }
  if ('wrongFields' in reading) throw invalidParameters(reading.wrongFields);
  return reading.values;
}

/** Makes the validator of a route from its schema; Fastify calls it for each route. */
export const parameterValidator: FastifySchemaCompiler<ObjectSchema> = ({ schema }) => {
  const fields = fieldsOf(schema);
  return (data: unknown) => {
    try {
      return { value: readParameters(fields, data) };
    } catch (error) {
      return { error: error instanceof Error ? error : new Error(String(error)) };
    }
  };
};
