/**
 * Hashes and checks the operators' passwords with scrypt. Each hash contains its parameters, so that stronger
 * parameters can be introduced while old hashes stay valid. A limit on concurrent computations bounds the memory.
 */

import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { AppError } from '../domain/errors.ts';
import type { Passwords } from '../usecases/ports/identity.ts';
import { deviceProof, provesDevice } from './device-proof.ts';
import { isWellKnownPassword } from './well-known-passwords.ts';

interface Cost {
  readonly n: number;
  readonly r: number;
  readonly p: number;
}

/**
 * The cost of a new hash: 32 MiB of memory and about 0.2 s. N=2^15, r=8, p=3 is one of the settings that
 * OWASP's password storage sheet recommends.
 */
const cost: Cost = { n: 2 ** 15, r: 8, p: 3 };
const keyBytes = 32;
const saltBytes = 16;
/**
 * The memory limit of one computation: twice what a new hash needs. If the parameters in a manipulated hash
 * need more, the check fails.
 */
const memoryBytesMax = 64 * 1024 * 1024;
/** The maximum number of concurrent computations. Two need 64 MiB together; further computations wait. */
const concurrentMax = 2;
/** The maximum number of waiting computations, about 5 s of work. Further sign-ins are refused at once. */
const waitingMax = 50;
/** The maximum number of remembered passwords that matched: far more than a shop has operators. */
const rememberedMax = 100;

const hashText = /^\$scrypt\$n=(\d{1,7}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9_-]{22})\$([A-Za-z0-9_-]{43})$/;

function derive(password: string, salt: Buffer, { n, r, p }: Cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { N: n, r, p, maxmem: memoryBytesMax };
    scrypt(password.normalize('NFC'), salt, keyBytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

interface Gate {
  /** @throws AppError `unavailable` when `waitingMax` computations are waiting. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

function gate(): Gate {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async run(work) {
      if (running >= concurrentMax) {
        if (waiting.length >= waitingMax) {
          throw new AppError('unavailable', 'Too many people are signing in. Please try again in a moment.', {
            retryAfterS: 2,
          });
        }
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else {
        running += 1;
      }
      try {
        return await work();
      } finally {
        // The computation that has waited longest takes over this slot, so that a new computation cannot overtake
        // it.
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}

export function createPasswords(): Passwords {
  const { run } = gate();
  // API calls of an operator send the password each time, so a match is remembered. The key of the cache
  // entry is a keyed digest of hash and password, so that neither of them stays in memory, and a changed
  // password has a different hash.
  const memoryKey = randomBytes(32);
  const matched = new Set<string>();

  function memoryOf(password: string, hash: string): string {
    return createHmac('sha256', memoryKey).update(`${hash}\n${password}`).digest('base64url');
  }

  function remember(memory: string): void {
    if (matched.size >= rememberedMax) matched.clear();
    matched.add(memory);
  }

  async function hash(password: string): Promise<string> {
    const salt = randomBytes(saltBytes);
    const key = await run(() => derive(password, salt, cost));
    return `$scrypt$n=${cost.n},r=${cost.r},p=${cost.p}$${salt.toString('base64url')}$${key.toString('base64url')}`;
  }

  async function matches(password: string, stored: string): Promise<boolean> {
    const [, n, r, p, salt, key] = hashText.exec(stored) ?? [];
    if (salt === undefined || key === undefined) throw new Error('a stored password hash is damaged');
    const memory = memoryOf(password, stored);
    if (matched.has(memory)) return true;
    const given = { n: Number(n), r: Number(r), p: Number(p) };
    const derived = await run(() => derive(password, Buffer.from(salt, 'base64url'), given));
    const same = timingSafeEqual(derived, Buffer.from(key, 'base64url'));
    if (same) remember(memory);
    return same;
  }

  return {
    hash,
    matches,
    remembers: (password, stored) => matched.has(memoryOf(password, stored)),
    isCommon: isWellKnownPassword,
    deviceProof,
    provesDevice,
  };
}
