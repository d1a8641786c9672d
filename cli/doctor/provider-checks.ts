/** One harmless signed call to each payment provider. */

import { type CheckResult, failed, messageOf, ok, skipped } from './check.ts';

const timeoutMs = 20_000;

/** @returns null for a provider that has no such call. */
function accessCheckOf(provider: object): (() => Promise<void>) | null {
  const check: unknown = Reflect.get(provider, 'checkAccess');
  return typeof check === 'function' ? async () => void (await Reflect.apply(check, provider, [])) : null;
}

async function withinTime(run: () => Promise<void>): Promise<void> {
  const late = AbortSignal.timeout(timeoutMs);
  await Promise.race([
    run(),
    new Promise((_, reject) => {
      late.addEventListener('abort', () => reject(new Error(`no response within ${timeoutMs / 1000} s`)));
    }),
  ]);
}

export async function checkProvider(provider: { readonly name: string }): Promise<CheckResult> {
  const name = `provider ${provider.name}`;
  const access = accessCheckOf(provider);
  if (access === null) return skipped(name, 'The provider has no call that checks the access.');
  try {
    await withinTime(access);
    return ok(name, 'The provider accepts a signed call.');
  } catch (error) {
    return failed(name, messageOf(error));
  }
}
