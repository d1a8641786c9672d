/**
 * `node scripts/api-types.ts`: writes `web/shared/api/openapi-types.ts`, the types of the HTTP API for the pages,
 * from `docs/openapi.json`. `npm run snapshots` runs it; a test fails while the file is out of date.
 */

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const documentPath = `${root}docs/openapi.json`;

export const apiTypesPath = `${root}web/shared/api/openapi-types.ts`;

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

function formatted(source: string): string {
  const biome = `${root}node_modules/.bin/biome`;
  return execFileSync(biome, ['format', '--stdin-file-path=web/shared/api/openapi-types.ts'], {
    cwd: root,
    input: source,
    encoding: 'utf8',
  });
}

/** @returns the content that `apiTypesPath` must have. */
export function apiTypes(): string {
  const document = JSON.parse(readFileSync(documentPath, 'utf8')) as OpenApiDocument;
  const operations = Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .map((operation) => ({
      name: operation.operationId,
      isOptional: false,
      type: `{ readonly query: ${queryType(operation)}; readonly body: ${bodyType(operation)}; readonly answer: ${answerType(operation)} }`,
    }));
  const operationTypes = objectType(operations);
  const schemas = Object.entries(document.components.schemas)
    .filter(([name]) => new RegExp(`\\b${name}\\b`).test(operationTypes))
    .map(([name, schema]) => `type ${name} = ${typeOf(schema)};\n\n`);
  return formatted(
    `${head}${schemas.join('')}/** Every operation by its \`operationId\`. */\nexport type Operations = ${operationTypes};\n`,
  );
}

if (import.meta.main) writeFileSync(apiTypesPath, apiTypes());
