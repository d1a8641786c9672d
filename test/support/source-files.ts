/**
 * Reads the source files of the service and their imports as text, because tools that follow imports do not support
 * the current compiler. `test/architecture.test.ts` checks that no import is missed.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export interface SourceImport {
  /** The specifier as it is written in the source. */
  readonly specifier: string;
  /** The imported path from the repository's root; undefined if the specifier is not relative. */
  readonly target: string | undefined;
  readonly typeOnly: boolean;
}

export interface SourceFile {
  /** The path from the repository's root, for example `src/domain/order.ts`. */
  readonly path: string;
  readonly text: string;
  /** `text` without its comments. */
  readonly code: string;
  readonly imports: readonly SourceImport[];
}

const root = join(import.meta.dirname, '../..');

export function readRepositoryFile(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

export function sourceFiles(folder: string, name: RegExp = /\.ts$/): SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => name.test(file))
    .sort()
    .map((file) => sourceFile(join(folder, file)));
}

export function sourceFile(path: string, text: string = readRepositoryFile(path)): SourceFile {
  const code = withoutComments(text);
  return {
    path,
    text,
    code,
    imports: importsOf(path, code),
  };
}

const clause = String.raw`(?:\{[^}]*\}|\*(?:\s+as\s+\w+)?|\w+(?:\s*,\s*\{[^}]*\})?)`;
const staticImport = new RegExp(
  String.raw`^(?:import|export)\s+(type\s+)?${clause}\s+from\s+'([^']+)'`,
  'gm',
);
const bareImport = /^import\s+'([^']+)'/gm;
const dynamicImport = /\bimport\(\s*'([^']+)'\s*\)/g;

function importsOf(path: string, code: string): SourceImport[] {
  const made = (specifier: string, typeOnly: boolean): SourceImport => ({
    specifier,
    target: specifier.startsWith('.') ? normalize(join(dirname(path), specifier)) : undefined,
    typeOnly,
  });
  return [
    ...[...code.matchAll(staticImport)].map((match) => made(match[2] ?? '', match[1] !== undefined)),
    ...[...code.matchAll(bareImport)].map((match) => made(match[1] ?? '', false)),
    ...[...code.matchAll(dynamicImport)].map((match) => made(match[1] ?? '', false)),
  ];
}

/** Removes comments and keeps strings. Comments inside templates and regular expressions are not supported. */
function withoutComments(text: string): string {
  const token =
    /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`|\/\*[\s\S]*?\*\/|(?<=^|[\s;{(,])\/\/[^\n]*/gm;
  return text.replace(token, (match) => (match.startsWith('/') ? '' : match));
}
