/** A target whose inputs are requests to the whole service. */

import { exchange, isStream, parseAnswer } from './exchange.ts';
import { judgeAnswer } from './judge-answer.ts';
import { createPeople } from './people.ts';
import { prepareRequest } from './request-text.ts';
import { fine, type OpenTarget, type Target, type Verdict, wrong } from './target.ts';
import { createThings } from './things.ts';
import { openWorld, type World, type WorldPorts, worldSecret } from './world.ts';

export interface RequestTargetParts extends Pick<Target, 'name' | 'inputs' | 'dictionary'> {
  readonly inputBytesMax?: number;
  readonly timeMsMax?: number;
  readonly openPorts?: (folder: string) => Promise<WorldPorts>;
  /**
   * Checks what has arrived of an event stream, which does not end. @returns what is wrong; null if nothing is.
   * Left out: a target without event streams.
   */
  readonly judgeStream?: (body: string) => string | null;
}

/** Requests that may end a credential: operators change their own passwords and end their own sessions. */
const endsCredential = /^(POST|DELETE) \/admin\/api\/(session|password|operators)|end_guest_tokens/;
/** Requests that may write to the database although they are refused, because a wrong password is counted. */
const countsRefusals = /^POST \/admin\/api\/(session|password)|\r\nAuthorization: *Basic/i;
/** Whether the first event of a stream has arrived completely. */
const hasFirstEvent = (text: string) => isStream(text) && /\nevent: [\s\S]*\n\n/.test(text);

export function requestTarget(parts: RequestTargetParts): Target {
  return {
    ...{ name: parts.name, inputs: parts.inputs, dictionary: parts.dictionary, extension: 'http' },
    inputBytesMax: parts.inputBytesMax ?? 8 * 1024,
    timeMsMax: parts.timeMsMax ?? 10_000,
    async open() {
      return openRequests(await openWorld(parts.openPorts), parts);
    },
  };
}

function openRequests(world: World, { judgeStream }: RequestTargetParts): OpenTarget {
  const people = createPeople(world);
  const things = createThings(world);

  async function judge(input: string, text: string, isFramedByInput: boolean): Promise<Verdict> {
    const answer = parseAnswer(text, input.split(' ')[0] ?? '');
    if (answer === undefined) {
      if (text !== '') return wrong('the answer is no HTTP response');
      return isFramedByInput ? fine('no answer') : wrong('the connection closed without an answer');
    }
    const secrets = [worldSecret, ...(await people.headersOf('owner'))];
    const judgement = judgeAnswer(answer, secrets, input);
    if (judgement.problem !== null || !isStream(text)) return judgement;
    const problem = judgeStream?.(answer.body) ?? null;
    return problem === null ? fine('stream') : wrong(problem);
  }

  async function run(bytes: Buffer): Promise<Verdict> {
    const input = bytes.toString('latin1');
    const request = await prepareRequest(bytes, world, people, things);
    const sent = request.head + request.body.toString('latin1');
    await people.headersOf('owner');
    world.tables.takeChanges();
    const text = await exchange(world.port, request, hasFirstEvent);
    const verdict = await judge(sent, text, request.isFramedByInput);
    const changes = world.tables.takeChanges();
    const [error] = world.takeErrors();
    if (verdict.problem !== null)
      return error === undefined ? verdict : wrong(`${verdict.problem}; ${error}`);
    if (error !== undefined) return wrong(`logs an error: ${error}`);
    const isRefused = /^HTTP\/1\.1 [45]/.test(text);
    if (isRefused && changes.length > 0 && !countsRefusals.test(input) && request.person !== 'password') {
      return wrong(`a refused request changed ${changes.join(', ')}`);
    }
    if (changes.length > 0) things.renew();
    if (endsCredential.test(input) && !isRefused) people.forget(request.person);
    return verdict;
  }

  return { run, close: () => world.close() };
}
