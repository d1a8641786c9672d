/** Makes the n-th call to a group of ports fail, either before the call has an effect or after it. */

import type { Deps } from '../../src/usecases/deps.ts';

export class InjectedFault extends Error {
  constructor(what: string) {
    super(`injected: ${what}`);
    this.name = 'InjectedFault';
  }
}

export interface FaultInjector {
  /** The number of calls since the last `arm`. */
  readonly count: number;
  /** The name of the call that was made to fail; undefined before that call. */
  readonly struck: string | undefined;
  /** Counts the calls from now on, and makes call number `at` (from 1) fail; 0 only counts. */
  arm(at: number, when: 'before' | 'after'): void;
  disarm(): void;
  wrap<T extends object>(name: string, port: T): T;
}

export function faultInjector(): FaultInjector {
  let count = 0;
  let target = 0;
  let mode: 'before' | 'after' = 'before';
  let counting = false;
  let struck: string | undefined;

  /** @returns whether this call must fail. */
  function strikes(what: string): boolean {
    if (!counting) return false;
    count++;
    if (count !== target) return false;
    struck = what;
    return true;
  }

  function wrapFunction(what: string, call: (...args: unknown[]) => unknown) {
    return (...args: unknown[]): unknown => {
      const fails = strikes(what);
      // The caller awaits every call, so throwing is the same as rejecting.
      if (fails && mode === 'before') throw new InjectedFault(`before ${what}`);
      const answer = call(...args);
      if (!fails) return answer;
      if (!(answer instanceof Promise)) throw new InjectedFault(`after ${what}`);
      return answer.then(() => {
        throw new InjectedFault(`after ${what}`);
      });
    };
  }

  /** Wraps the functions of a port, the parts of a store, and the transactions that a store passes to its callers. */
  function wrap<T extends object>(name: string, port: T): T {
    return new Proxy(port, {
      get(target, property): unknown {
        const value: unknown = Reflect.get(target, property);
        if (typeof property !== 'string') return value;
        const what = `${name}.${property}`;
        // The parts of the store, such as `store.read.orders` and `tx.orders`, are ports of their own.
        const hasParts = (name === 'store' && property === 'read') || name === 'store.read' || name === 'tx';
        if (hasParts && typeof value === 'object' && value !== null) return wrap(what, value);
        if (typeof value !== 'function') return value;
        const call = (...args: unknown[]): unknown => Reflect.apply(value, target, args);
        if (name === 'store' && property === 'transaction') {
          return wrapFunction(what, (work) =>
            call((tx: object) => (work as (tx: object) => unknown)(wrap('tx', tx))),
          );
        }
        // These two calls are not counted and never fail: subscribing has no effect that could be half done, and only
        // the test closes the store.
        if (property === 'subscribe' || property === 'close') return call;
        return wrapFunction(what, call);
      },
    });
  }

  return {
    get count() {
      return count;
    },
    get struck() {
      return struck;
    },
    arm(at, when) {
      count = 0;
      target = at;
      mode = when;
      counting = true;
      struck = undefined;
    },
    disarm() {
      counting = false;
    },
    wrap,
  };
}

/** @returns the ports of the use cases, with the calls that the injector counts and can make fail. */
export function withFaults(injected: FaultInjector, deps: Deps): Deps {
  return {
    ...deps,
    store: injected.wrap('store', deps.store),
    files: injected.wrap('files', deps.files),
    scratch: injected.wrap('scratch', deps.scratch),
    uploadImages: injected.wrap('uploadImages', deps.uploadImages),
    orderImages: injected.wrap('orderImages', deps.orderImages),
    providers: deps.providers.map((provider) => injected.wrap('provider', provider)),
  };
}
