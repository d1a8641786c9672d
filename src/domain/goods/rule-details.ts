/**
 * The details of an order that name the rule of its document. The service adds them when the order is placed; the order
 * operation has no such parameters, and neither customers nor operators see them.
 */

import type { OrderDetails } from './parameters.ts';

/** The version of the document, if operators had changed it. A number. */
export const versionDetail = 'document_version';

/** The hash of the rule that came with the service, if the document had this rule. A text. */
export const shippedRuleDetail = 'document_rule';

/** @returns the parameters of the order operation: `details` without those that the service added. */
export function givenDetails(details: OrderDetails): OrderDetails {
  const { [versionDetail]: _, [shippedRuleDetail]: __, ...given } = details;
  return given;
}

/** @returns `details` with the rule of `placed`, the details of a placed order for the same document. */
export function withRuleOf(placed: OrderDetails, details: OrderDetails): OrderDetails {
  const added = [versionDetail, shippedRuleDetail].flatMap((name) => {
    const value = placed[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...details, ...Object.fromEntries(added) };
}
