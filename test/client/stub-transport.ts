/** A transport for tests that returns prepared responses and records the requests. */

import { noAnswer } from '../../client/src/api-error.ts';
import type { TransportAnswer, TransportRequest } from '../../client/src/transport.ts';

export interface StubAnswer {
  /** 0: no response arrives. */
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export function stubTransport(answers: readonly StubAnswer[]) {
  const requests: TransportRequest<string>[] = [];
  let keys = 0;
  return {
    requests,
    openStream: null,
    async send(request: TransportRequest<string>): Promise<TransportAnswer> {
      const answer = answers[requests.length];
      requests.push(request);
      if (answer === undefined) throw new Error(`an unexpected call of ${request.url}`);
      if (answer.status === 0) throw noAnswer();
      return {
        status: answer.status,
        body: typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {}),
        header: (name) => answer.headers?.[name] ?? null,
      };
    },
    async newKey() {
      keys += 1;
      return `key-${keys}`;
    },
  };
}
