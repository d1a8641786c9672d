/**
 * Every operation of the OpenAPI document, with every status that it documents. The test fails if a
 * documented status has no case here, or if an operation answers with a status that it does not document.
 */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type ErrorCode, errorCatalogue } from '../../../src/domain/errors.ts';
import { readRepositoryFile } from '../../support/source-files.ts';
import { type TestApp, testApp } from '../../support/test-app.ts';
import { clientCases } from './client-cases.ts';
import { consoleCases } from './console-cases.ts';
import { neverAnswered } from './never-answered.ts';
import { type Call, type OperationCases, openWorld, type World } from './operation-cases.ts';
import { secondFactorCases } from './second-factor-cases.ts';
import { type Place, sendWithLongHeaders, sharedCases } from './shared-cases.ts';

interface DocumentedResponse {
  readonly description: string;
}

interface Documented {
  readonly operationId: string;
  readonly method: string;
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

function documentedOperations(): Documented[] {
  const { paths } = JSON.parse(readRepositoryFile('docs/openapi.json')) as {
    paths: Record<string, Record<string, Omit<Documented, 'method'>>>;
  };
  return Object.values(paths).flatMap((item) =>
    Object.entries(item).map(([method, operation]) => ({ ...operation, method: method.toUpperCase() })),
  );
}

function isErrorCode(code: string): code is ErrorCode {
  return code in errorCatalogue;
}

const cases: Readonly<Record<string, OperationCases>> = {
  ...clientCases,
  ...Object.fromEntries(
    Object.entries({ ...consoleCases, ...secondFactorCases }).map(([name, one]) => [`console_${name}`, one]),
  ),
};

type Answer = { readonly statusCode: number; readonly body: string };

interface Services {
  readonly stopping: TestApp;
  readonly limited: TestApp;
  readonly failing: TestApp;
  readonly listening: TestApp & { readonly port: number };
  readonly guestless: World;
  /** The shop for cases of the client API. They advance its clock, so sessions of operators expire in this shop. */
  readonly clientWorld: World;
  readonly consoleWorld: World;
}

async function openServices(): Promise<Services> {
  const failing = testApp();
  const failure = async () => {
    throw new Error('the use case failed');
  };
  const names = Object.keys(failing.fake.service);
  failing.fake.script(Object.fromEntries(names.map((name) => [name, failure])));
  const listening = testApp();
  await listening.app.listen({ host: '127.0.0.1', port: 0 });
  const address = listening.app.server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return {
    stopping: testApp({ phase: () => 'stopping' }),
    limited: testApp({ requestsPerMinuteMax: 0 }),
    failing,
    listening: { ...listening, port: address.port },
    guestless: await openWorld({ guestsAllowed: false }),
    clientWorld: await openWorld(),
    consoleWorld: await openWorld(),
  };
}

async function closeServices(services: Services): Promise<void> {
  const { stopping, limited, failing, listening, guestless, clientWorld, consoleWorld } = services;
  for (const { app } of [stopping, limited, failing, listening]) await app.close();
  for (const { visit } of [guestless, clientWorld, consoleWorld]) await visit[Symbol.asyncDispose]();
}

async function perform(place: Place, call: Call, world: World, services: Services): Promise<Answer> {
  switch (place) {
    case 'shop':
      return world.visit.app.inject(call);
    case 'shop without guests':
      return services.guestless.visit.app.inject(call);
    case 'service that stops':
      return services.stopping.app.inject(call);
    case 'service with an exhausted rate limit':
      return services.limited.app.inject(call);
    case 'service whose use cases fail':
      return services.failing.app.inject(call);
    case 'socket':
      return sendWithLongHeaders(services.listening.port, call);
  }
}

/** The key under which the document has a status: the status itself, or a class such as `2XX`. */
function documentedKey({ operationId, responses }: Documented, { statusCode, body }: Answer): string {
  const key = [String(statusCode), `${String(statusCode)[0]}XX`].find((one) => one in responses);
  assert.ok(key !== undefined, `${operationId} answers ${statusCode}, which is not documented: ${body}`);
  return key;
}

function assertRefused(operation: Documented, answer: Answer, code: ErrorCode): void {
  assert.equal(answer.statusCode, errorCatalogue[code].status, answer.body);
  assert.equal(JSON.parse(answer.body).code, code);
  const { description = '' } = operation.responses[documentedKey(operation, answer)] ?? {};
  assert.ok(description.includes(`\`${code}\``), `the document does not name ${code} at its status`);
}

let services: Services;
before(async () => {
  services = await openServices();
});
after(() => closeServices(services));

function worldOf({ operationId }: Documented): World {
  return operationId.startsWith('console_') ? services.consoleWorld : services.clientWorld;
}

for (const operation of documentedOperations()) {
  const { operationId } = operation;
  const own = cases[operationId];
  const shared = sharedCases(operation);
  const refusals = Object.entries(own?.refusals ?? {});

  describe(operationId, () => {
    let world: World;
    let success: Call;
    /** The documented statuses that the cases produced. */
    const produced = new Set<string>();
    before(async () => {
      world = worldOf(operation);
      if (own !== undefined) success = await own.success(world);
    });

    for (const { code, place, derive } of shared) {
      it(`${code} is ${errorCatalogue[code].status}, on a ${place}`, async () => {
        const answer = await perform(place, derive(success), world, services);
        assertRefused(operation, answer, code);
        produced.add(documentedKey(operation, answer));
      });
    }

    for (const prepare of [() => success, own?.otherSuccess]) {
      if (prepare === undefined) continue;
      it(prepare === own?.otherSuccess ? 'answers with its second success status' : 'succeeds', async () => {
        const answer = await world.visit.app.inject(await prepare(world));
        world.reset();
        assert.ok(answer.statusCode < 400, answer.body);
        produced.add(documentedKey(operation, answer));
      });
    }

    for (const [code, prepare] of refusals) {
      if (!isErrorCode(code)) continue;
      it(`${code} is ${errorCatalogue[code].status}`, async () => {
        const call = await prepare(world);
        const answer = await world.visit.app.inject(call);
        world.reset();
        assertRefused(operation, answer, code);
        produced.add(documentedKey(operation, answer));
      });
    }

    it('every documented status has a case, and every case has a documented status', () => {
      const documented = Object.keys(operation.responses).sort();
      const never = Object.keys(neverAnswered[operationId] ?? {});
      assert.deepEqual([...new Set([...produced, ...never])].sort(), documented);
      assert.equal(produced.size + never.length, documented.length, 'a status is listed as never answered');
    });
  });
}

it('the cases and the document list the same operations', () => {
  const documented = documentedOperations().map(({ operationId }) => operationId);
  assert.deepEqual(Object.keys(cases).sort(), documented.sort());
});
