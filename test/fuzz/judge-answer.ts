/** Checks what must be true of every response of the service, whatever the request was. */

import { errorCatalogue } from '../../src/domain/errors.ts';
import type { Answer } from './exchange.ts';

interface Problem {
  readonly status?: unknown;
  readonly code?: unknown;
  readonly reason?: unknown;
  readonly type?: unknown;
  readonly title?: unknown;
  readonly detail?: unknown;
  readonly instance?: unknown;
  readonly msg?: unknown;
  readonly request_id?: unknown;
  readonly errors?: unknown;
}

export interface Judgement {
  readonly label: string;
  readonly problem: string | null;
}

/** Paths, names of packages and stack traces, which only the log may contain. */
const internals = /node_modules|\/src\/[a-z]|at \S+ \(|SQLITE_|\/dev\/shm|\/tmp\//;
/**
 * The answer to a refused notification of the sandbox bank. It is no problem document, because the bank expects
 * this form.
 */
const bankAnswer = '{"received":false}';

/**
 * @param secrets texts that must not be part of the answer.
 * @param input the request, whose texts may be part of the answer.
 */
export function judgeAnswer(answer: Answer, secrets: readonly string[], input: string): Judgement {
  const { status, headers, body } = answer;
  const whole = [...headers.values(), body].join('\n');
  for (const secret of secrets) {
    if (whole.includes(secret) && !input.includes(secret)) return bad('the answer contains a secret');
  }
  const type = headers.get('content-type') ?? '';
  // The pages and their scripts are files of the repository, which may contain such texts.
  const isOurText = !/html|javascript|css/.test(type);
  if (isOurText && internals.test(body) && !internals.test(input))
    return bad('the answer contains internals');
  if (!headers.has('x-request-id')) return bad(`${status} without X-Request-Id`);
  if (status >= 400) return judgeProblem(answer, type);
  if (body !== '' && type.startsWith('application/json') && !isJson(body))
    return bad(`${status} with broken JSON`);
  return { label: `${status} ${type.split(';')[0]}`, problem: null };
}

function bad(problem: string): Judgement {
  return { label: problem, problem };
}

function judgeProblem({ status, headers, body }: Answer, type: string): Judgement {
  if (body === bankAnswer && status === 400) return { label: '400 refused by the bank', problem: null };
  if (status >= 500) return bad(`${status}: ${body.replaceAll(/[0-9a-f]{8,}/g, '…').slice(0, 200)}`);
  // The answer to HEAD has no body.
  if (body === '') return { label: `${status} without a body`, problem: null };
  if (type !== 'application/problem+json') return bad(`${status} is ${type} and no problem document`);
  if (!isJson(body)) return bad(`${status} with broken JSON`);
  const problem: Problem = { ...(JSON.parse(body) as object) };
  const code = String(problem.code);
  const entry = Object.entries(errorCatalogue).find(([known]) => known === code)?.[1];
  if (entry === undefined) return bad(`${status} with the unknown code ${code}`);
  if (entry.status !== status || problem.status !== status) return bad(`${code} with the status ${status}`);
  if (problem.request_id !== headers.get('x-request-id')) return bad(`${code} with another request id`);
  for (const name of ['type', 'title', 'detail', 'instance', 'msg'] as const) {
    if (typeof problem[name] !== 'string') return bad(`${code} without ${name}`);
  }
  return {
    label: `${status} ${code} ${String(problem.reason ?? '')} ${fieldsOf(problem.errors)}`,
    problem: null,
  };
}

/** The parameters that the answer names. */
function fieldsOf(errors: unknown): string {
  if (!Array.isArray(errors)) return '';
  const [first]: unknown[] = errors;
  if (typeof first !== 'object' || first === null) return '';
  return 'pointer' in first && 'code' in first ? `${String(first.pointer)} ${String(first.code)}` : '';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
