/** Cases of the console’s API for the answers to problems of orders. */

import { anonymous, idPhoto } from '../../support/shop.ts';
import { by, onItem, reason } from './console-calls.ts';
import type { OperationCases, World } from './operation-cases.ts';

async function problemOf({ shop }: World, orderNo: string): Promise<number> {
  const report = { reason: 'other', note: null, area: null } as const;
  const call = { caller: anonymous, orderNo, requestId: shop.requestId(), ...report };
  return (await shop.service.reportProblem(call)).problem.id;
}

async function photoProblem(world: World): Promise<number> {
  const { shop } = world;
  const details = { path: await shop.upload(), color: 'blue' };
  const { orderNo } = await shop.service.placeOrder(shop.placeCall(idPhoto, details));
  await shop.pay(orderNo);
  await shop.drain();
  return problemOf(world, orderNo);
}

async function vipProblem(world: World): Promise<number> {
  const orderNo = await world.shop.placeVip();
  await world.shop.pay(orderNo);
  return problemOf(world, orderNo);
}

/** A problem that another operator has answered. */
async function answeredProblem(world: World): Promise<number> {
  const id = await vipProblem(world);
  await world.shop.store.transaction(async (tx) => {
    const problem = await tx.problems.byId(id);
    if (problem === undefined) throw new Error('the problem is not stored');
    await tx.problems.save({ ...problem, state: 'answered', answer: 'reply', answeredBy: 'another' });
  });
  return id;
}

async function pathOf({ shop }: World, isPaid: boolean): Promise<string> {
  const orderNo = await shop.placeVip();
  if (isPaid) await shop.pay(orderNo);
  return `orders/${(await shop.order(orderNo)).id}/problems`;
}

/** For each operation, calls that produce its statuses; by `operationId` without the prefix `console_`. */
export const consoleProblemCases: Readonly<Record<string, OperationCases>> = {
  report_problem: {
    success: async (world) => by(world, 'support', 'POST', await pathOf(world, true), { reason: 'other' }),
    refusals: {
      forbidden: (world) => by(world, 'viewer', 'POST', 'orders/1/problems', { reason: 'other' }),
      unknown_order: (world) => by(world, 'support', 'POST', 'orders/999999/problems', { reason: 'other' }),
      illegal_transition: async (world) =>
        by(world, 'support', 'POST', await pathOf(world, false), { reason: 'other' }),
      invalid_parameters: (world) => by(world, 'support', 'POST', 'orders/1/problems', { reason: 'sad' }),
    },
  },
  reply_to_problem: onItem((id) => `problems/${id}/reply`, 'POST', { reply: 'Sorry.' }, 'support', 'viewer', {
    possible: vipProblem,
    impossible: answeredProblem,
  }),
  remake_picture: withExpiredUpload(
    onItem((id) => `problems/${id}/remake`, 'POST', {}, 'support', 'viewer', {
      possible: photoProblem,
      impossible: vipProblem,
    }),
  ),
  refund_problem: onItem((id) => `problems/${id}/refund`, 'POST', { reason }, 'support', 'viewer', {
    possible: vipProblem,
    impossible: answeredProblem,
  }),
};

function withExpiredUpload(cases: OperationCases): OperationCases {
  return {
    ...cases,
    refusals: {
      ...cases.refusals,
      upload_expired: async (world) => {
        const id = await photoProblem(world);
        await world.shop.sql('update uploads set kept_until = 0');
        return by(world, 'support', 'POST', `problems/${id}/remake`, {});
      },
    },
  };
}
