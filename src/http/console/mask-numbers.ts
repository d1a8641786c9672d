/**
 * Masks order numbers in every response of the console's API, in all fields and free texts: numbers, keys of jobs,
 * errors of jobs, reasons, audit entries. One hook masks the responses of all calls, so that a call that is added
 * later cannot return a whole number by mistake. Operators without the permission to show order numbers get masked
 * payment numbers as well, because the sandbox's checkout page of a payment links to the order. Operators who may not
 * see pictures get no names of picture files, because `check_photo` makes a preview of any upload whose path a caller
 * knows.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { may, type OperatorRole, type Permission } from '../../domain/operator-roles.ts';
import { maskOrderNos, maskPaymentNos, maskPictureFiles } from '../../usecases/mask-numbers.ts';

/**
 * A picture in a response. Its base64 stays as it is, because 21 zero bytes look like an order number: 28 times the
 * letter A.
 */
const pictureUrl = /^data:image\/[a-z+]+;base64,[A-Za-z0-9+/]*={0,2}$/;

/**
 * @param isUnmasked whether the response is not masked, for example that of the route that shows the whole number of one
 * order and records this in the audit log.
 */
export function maskNumbersInAnswers(
  app: FastifyInstance,
  isUnmasked: (request: FastifyRequest) => boolean,
  roleOf: (request: FastifyRequest) => OperatorRole | null,
): void {
  app.addHook('preSerialization', async (request, reply, payload) => {
    if (reply.statusCode === 200 && isUnmasked(request)) return payload;
    const role = roleOf(request);
    const sees = (permission: Permission) => role !== null && may(role, permission);
    const masks = [
      maskOrderNos,
      ...(sees('order_numbers_see') ? [] : [maskPaymentNos]),
      ...(sees('pictures_see') ? [] : [maskPictureFiles]),
    ];
    return mapTexts(payload, (text) =>
      pictureUrl.test(text) ? text : masks.reduce((masked, mask) => mask(masked), text),
    );
  });
}

/** @returns a copy of `value` in which `change` was applied to every string. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapTexts(item, change)]));
}
