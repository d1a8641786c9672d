/** Console API: list, add and change operators and reset their passwords, for owners. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import {
  addOperator,
  changeOperator,
  listOperators,
  type MadeOperator,
  resetPassword,
} from '../../usecases/operators/manage-operators.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import { consolePrefix, consoleSchema } from '../console/console-schema.ts';
import { idParams } from '../console/schema-fields.ts';
import {
  addOperatorBody,
  changeOperatorBody,
  madeOperatorSchema,
  operatorSchema,
  operatorsSchema,
  resetPasswordBody,
} from './console-operator-schemas.ts';
import { operatorToWire } from './operator-wire.ts';

function madeToWire({ operator, madePassword }: MadeOperator) {
  return { operator: operatorToWire(operator), made_password: madePassword };
}

const listedSchema = consoleSchema(
  {
    name: 'operators',
    summary: 'List operators',
    answer: operatorsSchema,
    answerDescription: 'All operators, disabled or not, ordered by name.',
  },
  {},
);

const addedSchema = consoleSchema(
  {
    name: 'add_operator',
    summary: 'Add an operator',
    description:
      'If the request contains no password, the service generates one and returns it in this response only.',
    answer: madeOperatorSchema,
    answerStatus: 201,
    answerDescription: 'The operator.',
  },
  { body: addOperatorBody },
);

const changedSchema = consoleSchema(
  {
    name: 'change_operator',
    summary: 'Change an operator',
    description:
      'Fields that are missing stay unchanged. Disabling an operator ends all sessions of the operator. The last owner can be neither disabled nor given another role.',
    answer: operatorSchema,
    answerDescription: 'The operator as it is now.',
    errors: ['unknown_item', 'illegal_transition'],
  },
  { params: idParams, body: changeOperatorBody },
);

const resetSchema = consoleSchema(
  {
    name: 'reset_password',
    summary: 'Reset an operator’s password',
    description:
      'If the request contains no password, the service generates one and returns it in this response only. All sessions and API tokens of the operator end.',
    answer: madeOperatorSchema,
    answerDescription: 'The operator.',
    errors: ['unknown_item', 'illegal_transition'],
  },
  { params: idParams, body: resetPasswordBody },
);

export function registerConsoleOperatorRoutes(
  plain: FastifyInstance,
  { deps, callerOf, sessionCallerOf }: ConsoleContext,
): void {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();

  app.get(`${consolePrefix}operators`, { schema: listedSchema }, async (request) => {
    const { operators, isSecondFactorRequired } = await listOperators(deps, callerOf(request));
    return {
      operators: operators.map((operator) => ({
        ...operatorToWire(operator),
        second_factor: operator.hasSecondFactor,
      })),
      second_factor_required: isSecondFactorRequired,
    };
  });

  app.post(`${consolePrefix}operators`, { schema: addedSchema }, async (request, reply) => {
    const { name, role, password = null } = request.body;
    const made = await addOperator(deps, sessionCallerOf(request), { name, role, password });
    return reply.code(201).send(madeToWire(made));
  });

  app.post(`${consolePrefix}operators/:id`, { schema: changedSchema }, async (request) => {
    const { role, disabled } = request.body;
    return operatorToWire(
      await changeOperator(deps, sessionCallerOf(request), request.params.id, { role, disabled }),
    );
  });

  app.post(`${consolePrefix}operators/:id/password`, { schema: resetSchema }, async (request) => {
    const { password = null } = request.body;
    return madeToWire(await resetPassword(deps, sessionCallerOf(request), request.params.id, password));
  });
}
