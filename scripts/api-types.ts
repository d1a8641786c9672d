/**
 * `node scripts/api-types.ts`: writes the types of the HTTP API from `docs/openapi.json`: all operations for the pages
 * and the command-line tool (`web/shared/api/openapi-types.ts`), and the operations of client apps for the client
 * package (`client/src/openapi-types.ts`). `npm run snapshots` runs it; a test fails while a file is out of date.
 */

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const documentPath = `${root}docs/openapi.json`;

interface TypesFile {
  readonly path: string;
  includes(operationPath: string): boolean;
  /** Schemas that the file contains even if no operation refers to them. */
  readonly exported: readonly string[];
}

const typesFiles: readonly TypesFile[] = [
  { path: 'web/shared/api/openapi-types.ts', includes: () => true, exported: [] },
  {
    path: 'client/src/openapi-types.ts',
    // Only payment providers call `pay_notify`.
    includes: (path) => path.startsWith('/index.php/v1/') && !path.includes('/pay_notify/'),
    exported: ['Good', 'Order', 'Problem'],
  },
];

const head = `/**
 * The HTTP API as types. Generated from docs/openapi.json by \`node scripts/api-types.ts\`; do not edit.
 */

`;

/** The part of JSON Schema that docs/openapi.json uses; anything else makes `typeOf` fail. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly format?: string;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly in: string;
    readonly name: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

interface OpenApiDocument {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Member {
  readonly name: string;
  readonly isOptional: boolean;
  readonly type: string;
}

function objectType(members: readonly Member[]): string {
  if (members.length === 0) return 'Readonly<Record<string, never>>';
  const lines = members.map(
    ({ name, isOptional, type }) => `readonly ${JSON.stringify(name)}${isOptional ? '?' : ''}: ${type};\n`,
  );
  return `{\n${lines.join('')}}`;
}

function propertiesType({ properties, required = [], additionalProperties }: Schema): string {
  if (properties !== undefined) {
    return objectType(
      Object.entries(properties).map(([name, schema]) => ({
        name,
        isOptional: !required.includes(name),
        type: typeOf(schema),
      })),
    );
  }
  const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown';
  return `Readonly<Record<string, ${values}>>`;
}

function typeOfName(name: string, schema: Schema): string {
  switch (name) {
    case 'null':
    case 'boolean':
      return name;
    case 'string':
      return schema.format === 'binary' ? 'Blob' : 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `readonly (${schema.items === undefined ? 'unknown' : typeOf(schema.items)})[]`;
    case 'object':
      return propertiesType(schema);
    default:
      throw new Error(`no TypeScript type for the JSON type ${name}`);
  }
}

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.replace('#/components/schemas/', '');
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' | ');
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.type === undefined) return 'unknown';
  const names = typeof schema.type === 'string' ? [schema.type] : schema.type;
  return names.map((name) => typeOfName(name, schema)).join(' | ');
}

function answerType({ responses }: Operation): string {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const schema = Object.values(success?.content ?? {})[0]?.schema;
  return schema === undefined ? 'undefined' : typeOf(schema);
}

function bodyType({ requestBody }: Operation): string {
  const content = requestBody?.content ?? {};
  const schema = (content['application/json'] ?? content['multipart/form-data'])?.schema;
  return schema === undefined ? 'undefined' : typeOf(schema);
}

function queryType({ parameters = [] }: Operation): string {
  const members = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, required, schema }) => ({ name, isOptional: required !== true, type: typeOf(schema) }));
  return objectType(members);
}

function formatted(source: string, path: string): string {
  const biome = `${root}node_modules/.bin/biome`;
  return execFileSync(biome, ['format', `--stdin-file-path=${path}`], {
    cwd: root,
    input: source,
    encoding: 'utf8',
  });
}

function typesOf({ path, includes, exported }: TypesFile): string {
  const document = JSON.parse(readFileSync(documentPath, 'utf8')) as OpenApiDocument;
  const operations = Object.entries(document.paths)
    .filter(([operationPath]) => includes(operationPath))
    .flatMap(([, item]) => Object.values(item))
    .map((operation) => ({
      name: operation.operationId,
      isOptional: false,
      type: `{ readonly query: ${queryType(operation)}; readonly body: ${bodyType(operation)}; readonly answer: ${answerType(operation)} }`,
    }));
  const operationTypes = objectType(operations);
  const schemas = Object.entries(document.components.schemas)
    .filter(([name]) => exported.includes(name) || new RegExp(`\\b${name}\\b`).test(operationTypes))
    .map(
      ([name, schema]) => `${exported.includes(name) ? 'export ' : ''}type ${name} = ${typeOf(schema)};\n\n`,
    );
  return formatted(
    `${head}${schemas.join('')}/** Every operation by its \`operationId\`. */\nexport type Operations = ${operationTypes};\n`,
    path,
  );
}

/** @returns each generated file with the content that it must have. */
export function apiTypes(): { readonly path: string; readonly content: string }[] {
  return typesFiles.map((file) => ({ path: `${root}${file.path}`, content: typesOf(file) }));
}

if (import.meta.main) for (const { path, content } of apiTypes()) writeFileSync(path, content);
