/**
 * Which blocks of the service's code have run, by V8's own coverage. An input that reaches a new block is worth keeping,
 * because mutations of it may reach further.
 */

import { type Profiler, Session } from 'node:inspector';

export interface Coverage {
  /** The blocks that have run since the last call, as texts. Takes about 8 ms. */
  take(): string[];
  stop(): void;
}

/** The files whose coverage is read: the service, and the package that parses multipart bodies. */
const watched = /\/src\/[^?]*\.ts$|\/@fastify\/busboy\//;

export function startCoverage(): Coverage {
  const session = new Session();
  session.connect();
  // The protocol answers before `post` returns, because the session belongs to this thread.
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: false, detailed: true });
  return {
    take() {
      let scripts: Profiler.ScriptCoverage[] = [];
      session.post('Profiler.takePreciseCoverage', (error, { result }) => {
        if (error !== null) throw error;
        scripts = result;
      });
      return scripts.filter(({ url }) => watched.test(url)).flatMap(blocksOf);
    },
    stop: () => session.disconnect(),
  };
}

function blocksOf({ url, functions }: Profiler.ScriptCoverage): string[] {
  return functions.flatMap(({ ranges }) =>
    ranges
      .filter(({ count }) => count > 0)
      .map(({ startOffset, endOffset }) => `${url}:${startOffset}-${endOffset}`),
  );
}
