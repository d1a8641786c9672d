/**
 * The variables that a started service or command inherits from the tests: where programs are found, and the
 * folder in which Node keeps compiled modules. With that folder a start takes half of the CPU time.
 */

const names = ['PATH', 'NODE_COMPILE_CACHE'];

export const inheritedEnv: Readonly<Record<string, string>> = Object.fromEntries(
  names.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);
