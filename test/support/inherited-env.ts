/**
 * The environment variables that a service or command inherits from the tests that start it: the folders of programs,
 * and the folder in which Node keeps compiled modules. With compiled modules, a start takes half as much processor
 * time.
 */

const names = ['PATH', 'NODE_COMPILE_CACHE'];

export const inheritedEnv: Readonly<Record<string, string>> = Object.fromEntries(
  names.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);
