/** Console API: the operator's own second factors, and what owners decide about those of others. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { beginAppSetUp, confirmAppSetUp, removeApp } from '../../usecases/operators/authenticator-app.ts';
import { addPasskey, newPasskeyOptions, removePasskey } from '../../usecases/operators/own-passkeys.ts';
import { renewRecoveryCodes } from '../../usecases/operators/recovery-codes.ts';
import type { Passkey } from '../../usecases/operators/second-factor-store.ts';
import {
  removeSecondFactors,
  requireSecondFactor,
  type SecondFactorsView,
  viewSecondFactors,
} from '../../usecases/operators/second-factors.ts';
import { clientKey } from '../callers/client-address.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import { consolePrefix, consoleSchema } from '../console/console-schema.ts';
import { idParams } from '../console/schema-fields.ts';
import { utcText, utcTextOrNull } from '../console/utc-text.ts';
import {
  addedPasskeySchema,
  appSetUpSchema,
  confirmedAppSchema,
  newPasskeyBody,
  passkeyOptionsSchema,
  recoveryCodesSchema,
  secondFactorsSchema,
  signInRulesBody,
  signInRulesSchema,
} from './console-second-factor-schemas.ts';
import { codeBody } from './console-session-schemas.ts';

const path = `${consolePrefix}second_factor`;
const appPath = `${path}/authenticator_app`;

/**
 * The route whose response is not masked: it contains the secret of an authenticator app in base32, which can look
 * like an order number.
 */
export const beginAppRoute = `POST ${appPath}`;

/** Operators may make these calls before they have set up a second factor that the shop requires. */
const config = { session: 'without_second_factor' } as const;

function passkeyToWire({ id, name, createdAt, usedAt }: Passkey) {
  return { id, name, created_at: utcText(createdAt), used_at: utcTextOrNull(usedAt) };
}

function viewToWire(view: SecondFactorsView) {
  return {
    required: view.isRequired,
    authenticator_app_since: utcTextOrNull(view.app?.confirmedAt ?? null),
    passkeys: view.passkeys.map(passkeyToWire),
    passkeys_possible: view.passkeysArePossible,
    recovery_codes_left: view.recoveryCodesLeft,
  };
}

function registerApp(plain: FastifyInstance, { deps, sessionCallerOf }: ConsoleContext): void {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  const begin = consoleSchema(
    {
      name: 'begin_authenticator_app',
      ignoresBody: true,
      summary: 'Begin the set-up of an authenticator app',
      description: 'The app is on after `confirm_authenticator_app`. Needs a recent proof of identity.',
      answer: appSetUpSchema,
      answerDescription: 'The secret to enter in the app.',
      errors: ['illegal_transition'],
    },
    {},
  );
  app.post(appPath, { schema: begin, config }, (request) => beginAppSetUp(deps, sessionCallerOf(request)));

  const confirm = consoleSchema(
    {
      name: 'confirm_authenticator_app',
      summary: 'Switch an authenticator app on',
      description: 'With the first second factor the operator’s other sessions end.',
      answer: confirmedAppSchema,
      answerDescription: 'The authenticator app is now a second factor.',
      errors: ['illegal_transition'],
    },
    { body: codeBody },
  );
  app.post(`${appPath}/confirm`, { schema: confirm, config }, async (request) => {
    const { code } = request.body;
    const codes = await confirmAppSetUp(deps, sessionCallerOf(request), code, clientKey(request.ip));
    return { recovery_codes: codes };
  });

  const remove = consoleSchema(
    {
      name: 'remove_authenticator_app',
      ignoresBody: true,
      summary: 'Remove your authenticator app',
      description: 'Needs a recent proof of identity.',
      answerDescription: 'The authenticator app is removed.',
      errors: ['illegal_transition'],
    },
    {},
  );
  app.delete(appPath, { schema: remove }, async (request, reply) => {
    await removeApp(deps, sessionCallerOf(request));
    return reply.code(204).send();
  });
}

function registerPasskeys(plain: FastifyInstance, { deps, sessionCallerOf }: ConsoleContext): void {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  const options = consoleSchema(
    {
      name: 'new_passkey_options',
      ignoresBody: true,
      summary: 'The challenge for a new passkey',
      description: 'Needs a recent proof of identity.',
      answer: passkeyOptionsSchema,
      answerDescription: 'The options for `navigator.credentials.create`.',
    },
    {},
  );
  app.post(`${path}/passkey_options`, { schema: options, config }, async (request) => ({
    options: await newPasskeyOptions(deps, sessionCallerOf(request)),
  }));

  const add = consoleSchema(
    {
      name: 'add_passkey',
      summary: 'Add a passkey',
      description: 'With the first second factor the operator’s other sessions end.',
      answer: addedPasskeySchema,
      answerStatus: 201,
      answerDescription: 'The new passkey.',
    },
    { body: newPasskeyBody },
  );
  app.post(`${path}/passkeys`, { schema: add, config }, async (request, reply) => {
    const { name, credential_id, client_data, attestation_object, transports } = request.body;
    const added = await addPasskey(deps, sessionCallerOf(request), name, {
      credentialId: credential_id,
      clientData: client_data,
      attestationObject: attestation_object,
      transports,
    });
    const { passkey, recoveryCodes } = added;
    return reply.code(201).send({ passkey: passkeyToWire(passkey), recovery_codes: recoveryCodes });
  });

  const remove = consoleSchema(
    {
      name: 'remove_passkey',
      ignoresBody: true,
      summary: 'Remove one of your passkeys',
      description: 'Needs a recent proof of identity.',
      answerDescription: 'The passkey is removed.',
      errors: ['unknown_item'],
    },
    { params: idParams },
  );
  app.delete(`${path}/passkeys/:id`, { schema: remove }, async (request, reply) => {
    await removePasskey(deps, sessionCallerOf(request), request.params.id);
    return reply.code(204).send();
  });
}

function registerOwn(plain: FastifyInstance, { deps, sessionCallerOf }: ConsoleContext): void {
  const seen = consoleSchema(
    {
      name: 'second_factor',
      summary: 'Show your second factors',
      answer: secondFactorsSchema,
      answerDescription: 'The authenticator app, the passkeys and the number of unused recovery codes.',
    },
    {},
  );
  plain.get(path, { schema: seen, config }, async (request) =>
    viewToWire(await viewSecondFactors(deps, sessionCallerOf(request))),
  );
  const renewed = consoleSchema(
    {
      name: 'renew_recovery_codes',
      ignoresBody: true,
      summary: 'Make new recovery codes',
      description: 'The former ones are no longer accepted. Needs a recent proof of identity.',
      answer: recoveryCodesSchema,
      answerDescription: 'Ten codes, each for one use.',
      errors: ['illegal_transition'],
    },
    {},
  );
  plain.post(`${path}/recovery_codes`, { schema: renewed }, async (request) => ({
    recovery_codes: await renewRecoveryCodes(deps, sessionCallerOf(request)),
  }));
}

function registerOthers(plain: FastifyInstance, { deps, sessionCallerOf }: ConsoleContext): void {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  const removed = consoleSchema(
    {
      name: 'remove_second_factor',
      ignoresBody: true,
      summary: 'Remove the second factor of an operator who lost the device',
      description: 'For owners. The operator’s sessions end. Needs a recent proof of identity.',
      answerDescription: 'The operator has no second factor.',
      errors: ['unknown_item', 'illegal_transition'],
    },
    { params: idParams },
  );
  app.delete(`${consolePrefix}operators/:id/second_factor`, { schema: removed }, async (request, reply) => {
    await removeSecondFactors(deps, sessionCallerOf(request), request.params.id);
    return reply.code(204).send();
  });
  const rules = consoleSchema(
    {
      name: 'change_sign_in_rules',
      summary: 'Require a second factor of every operator, or not',
      description:
        'For owners who have one. Operators without one can then only set one up. Needs a recent proof of identity.',
      answer: signInRulesSchema,
      answerDescription: 'The rules as they are now.',
      errors: ['illegal_transition'],
    },
    { body: signInRulesBody },
  );
  app.post(`${consolePrefix}sign_in_rules`, { schema: rules }, async (request) => {
    await requireSecondFactor(deps, sessionCallerOf(request), request.body.second_factor_required);
    return { second_factor_required: request.body.second_factor_required };
  });
}

export function registerConsoleSecondFactorRoutes(app: FastifyInstance, context: ConsoleContext): void {
  registerOwn(app, context);
  registerApp(app, context);
  registerPasskeys(app, context);
  registerOthers(app, context);
}
