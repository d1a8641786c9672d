/** Checks which payment providers may be enabled together. */

/**
 * The name of the built-in test bank. Its customers pay nothing, so a shop that also takes real money must
 * not offer it.
 */
const sandbox = 'sandbox';

/** @returns what is wrong with the list of providers. */
export function providerProblems(names: readonly string[], known: readonly string[]): string[] {
  const problems = names
    .filter((name) => !known.includes(name))
    .map((name) => `PAYMENT_PROVIDERS must list only ${known.join(', ')}, not "${name}".`);
  const others = names.filter((name) => name !== sandbox);
  if (names.includes(sandbox) && others.length > 0) {
    problems.push(
      `PAYMENT_PROVIDERS must not list sandbox beside ${others.join(', ')}: with the sandbox every order is free.`,
    );
  }
  return problems;
}
