/** A filter of the order search that matches every order. */

import type { OrderFilter } from '../../src/usecases/orders/order-store.ts';

export const anyOrder: OrderFilter = {
  orderNoPrefix: null,
  orderNoEnding: null,
  userId: null,
  status: null,
  dealStatus: null,
  goodsId: null,
  refundState: null,
  from: null,
  to: null,
};
