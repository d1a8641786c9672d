/**
 * The service's source files and what they import, read as text: types are stripped at run time and tools that
 * follow imports lag behind the compiler. It counts what it may have missed, so that a new form of import
 * fails a test instead of going unseen.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export interface SourceImport {
  /** As written. */
  readonly specifier: string;
  /** Path from the repository's root where the specifier is relative; else undefined. */
  readonly target: string | undefined;
  readonly typeOnly: boolean;
}

export interface SourceFile {
  /** From the repository's root, e.g. `src/domain/order.ts`. */
  readonly path: string;
  readonly text: string;
  /** `text` without its comments. */
  readonly code: string;
  readonly imports: readonly SourceImport[];
  /** Lines that begin an import or name `import(`, as a check on `imports`. */
  readonly importLines: number;
}

const root = join(import.meta.dirname, '../..');

export function readRepositoryFile(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

export function sourceFiles(folder: string): SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => sourceFile(join(folder, name)));
}

export function sourceFile(path: string, text: string = readRepositoryFile(path)): SourceFile {
  const code = withoutComments(text);
  return {
    path,
    text,
    code,
    imports: importsOf(path, code),
    importLines: code.match(/^import\b|\bimport\(|^export\b[^=\n]*\bfrom\b|^\} from '/gm)?.length ?? 0,
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

/** Leaves strings as they are; a comment within a template or a regular expression does not occur here. */
function withoutComments(text: string): string {
  const token =
    /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`|\/\*[\s\S]*?\*\/|(?<=^|[\s;{(,])\/\/[^\n]*/gm;
  return text.replace(token, (match) => (match.startsWith('/') ? '' : match));
}
