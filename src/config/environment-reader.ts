/** Parses single environment variables and collects their problems, so that one start reports all of them. */

import { readFileSync } from 'node:fs';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The placeholders of the examples in `deploy/`. Anyone can read them, so they are no secrets. */
const placeholderForm = /^replace-(me|with)/i;

export function reader(env: Environment) {
  const problems: string[] = [];
  const text = (name: string): string | null => {
    const value = env[name]?.trim();
    return value === undefined || value === '' ? null : value;
  };
  function integer(name: string, fallback: number, min: number, max: number): number {
    const value = text(name);
    if (value === null) return fallback;
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return number;
    problems.push(`${name} must be a whole number from ${min} to ${max}, not "${value}".`);
    return fallback;
  }
  /** @returns null for the value `off`. */
  function integerOrOff(name: string, fallback: number, min: number, max: number): number | null {
    const value = text(name);
    if (value === 'off') return null;
    if (value === null) return fallback;
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return number;
    problems.push(`${name} must be off or a whole number from ${min} to ${max}, not "${value}".`);
    return fallback;
  }
  function choice<T extends string>(name: string, values: readonly T[], fallback: T): T {
    const value = text(name);
    if (value === null) return fallback;
    const found = values.find((known) => known === value);
    if (found !== undefined) return found;
    problems.push(`${name} must be one of ${values.join(', ')}, not "${value}".`);
    return fallback;
  }
  function url(name: string, protocols: readonly string[]): string | null {
    const value = text(name);
    if (value === null) return null;
    const parsed = URL.parse(value);
    if (parsed !== null && protocols.includes(parsed.protocol)) return value;
    // The value may contain a password, so the message does not repeat it.
    problems.push(`${name} must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}.`);
    return null;
  }
  /** Reads a URL that has nothing after its host and port. @returns it without a slash at the end. */
  function origin(name: string, protocols: readonly string[]): string | null {
    const value = url(name, protocols);
    if (value === null) return null;
    const { origin, username, password, pathname, search, hash } = new URL(value);
    if (`${username}${password}${search}${hash}` === '' && /^\/+$/.test(pathname)) return origin;
    // The value may contain a password, so the message does not repeat it.
    problems.push(
      `${name} must be an origin such as https://shop.example, without user name, path, query or fragment.`,
    );
    return null;
  }
  function list(name: string): string[] {
    return itemsOf(text(name));
  }
  /**
   * Returns the value of the variable `<name>`, or the content of the file whose path is in the variable
   * `<name>_FILE`.
   */
  function secret(name: string): string | null {
    const value = secretText(name);
    if (value !== null && itemsOf(value).some((item) => placeholderForm.test(item)))
      problems.push(`${name} has the placeholder of an example: set a value of your own.`);
    return value;
  }
  function secretText(name: string): string | null {
    const file = text(`${name}_FILE`);
    if (file === null) return text(name);
    if (text(name) !== null) problems.push(`Set ${name} or ${name}_FILE, not both.`);
    try {
      const value = readFileSync(file, 'utf8').trim();
      if (value !== '') return value;
      problems.push(`${name}_FILE names an empty file.`);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
      problems.push(`${name}_FILE names a file that cannot be read${code}.`);
    }
    return null;
  }
  function secretList(name: string): string[] {
    return itemsOf(secret(name));
  }
  return { problems, text, integer, integerOrOff, choice, url, origin, list, secret, secretList };
}

function itemsOf(text: string | null): string[] {
  return (text ?? '').split(',').flatMap((item) => item.trim() || []);
}

export type Reader = ReturnType<typeof reader>;
