/**
 * Parses the fields of a message between the service and an image process. Every function throws an Error with the name
 * of the field that is missing or has another type.
 */

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null) throw malformed('object');
  return value as Fields;
}

export function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string' || value === '') throw malformed(name);
  return value;
}

export function base64(fields: Fields, name: string, lengthMax: number): string {
  const value = text(fields, name);
  if (value.length > lengthMax || !/^[A-Za-z0-9+/]+={0,2}$/.test(value)) throw malformed(name);
  return value;
}

export function number(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value !== 'number' || !Number.isFinite(value)) throw malformed(name);
  return value;
}

export function integer(fields: Fields, name: string): number {
  const value = number(fields, name);
  if (!Number.isSafeInteger(value) || value < 0) throw malformed(name);
  return value;
}

export function list(fields: Fields, name: string): readonly unknown[] {
  const value = fields[name];
  if (!Array.isArray(value)) throw malformed(name);
  return value;
}

export function integers(fields: Fields, name: string): number[] {
  return list(fields, name).map((value) => integer({ [name]: value }, name));
}

export function sizeOf(fields: Fields): { widthPx: number; heightPx: number } {
  return { widthPx: integer(fields, 'widthPx'), heightPx: integer(fields, 'heightPx') };
}

export function oneOf<T extends string>(allowed: readonly T[], fields: Fields, name: string): T {
  return known(allowed, fields[name], name);
}

export function known<T extends string>(allowed: readonly T[], value: unknown, name: string): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw malformed(name);
  return found;
}

export function malformed(name: string): Error {
  return new Error(`Malformed message between service and image process: ${name}`);
}
