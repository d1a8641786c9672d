/**
 * The functions that write response bodies as JSON, compiled from the response schemas. Each is compiled when
 * the first response of its kind is sent: to compile all of them takes most of the service's start.
 */

import SerializerSelector from '@fastify/fast-json-stringify-compiler';

export function responseSerializers(): SerializerSelector.SerializerFactory {
  const createCompiler = SerializerSelector();
  return (sharedSchemas, options) => {
    let compile: SerializerSelector.SerializerCompiler | undefined;
    return (route) => {
      let serialize: SerializerSelector.Serializer | undefined;
      return (body) => {
        compile ??= createCompiler(sharedSchemas, options);
        serialize ??= compile(route);
        return serialize(body);
      };
    };
  };
}
