/**
 * The functions that write response bodies as JSON, compiled from the response schemas. Each function is compiled when
 * the first response of its kind is sent, because compiling all of them would take most of the time of the service's
 * start.
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
