/** The schemas that the OpenAPI document names once and refers to elsewhere. */

import { sharedProblemSchema } from './errors/problem-schema.ts';
import { sharedGoodSchema } from './goods/good-schema.ts';
import { sharedOrderDetailsSchema } from './orders/order-details-wire.ts';
import { sharedOrderSchema } from './orders/order-schema.ts';

export const sharedSchemas: readonly object[] = [
  sharedGoodSchema,
  sharedOrderSchema,
  sharedOrderDetailsSchema,
  sharedProblemSchema,
];
