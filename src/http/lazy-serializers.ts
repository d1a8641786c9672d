/**
 * Makes the serializers of responses when they are first needed. Making all of them takes half a second, and most
 * statuses of most operations never occur in the life of a process.
 */

import buildSerializerFactory from '@fastify/fast-json-stringify-compiler';
import type { FastifyServerOptions } from 'fastify';

type SchemaController = NonNullable<FastifyServerOptions['schemaController']>;
type BuildSerializer = NonNullable<NonNullable<SchemaController['compilersFactory']>['buildSerializer']>;

const buildSerializers = buildSerializerFactory();

export const lazySerializers: BuildSerializer = (externalSchemas, options) => {
  const compile = buildSerializers(externalSchemas, options);
  return (route) => {
    let serialize: ((value: unknown) => string) | undefined;
    return (value) => {
      serialize ??= compile(route);
      return serialize(value);
    };
  };
};
