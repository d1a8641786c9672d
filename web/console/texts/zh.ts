/** The console in Chinese, from its English phrases. */

import { zhFrame } from './zh-frame.ts';
import { zhOrders } from './zh-orders.ts';
import { zhService } from './zh-service.ts';
import { zhShop } from './zh-shop.ts';
import { zhWork } from './zh-work.ts';

export const zh: Readonly<Record<string, string>> = {
  ...zhFrame,
  ...zhOrders,
  ...zhService,
  ...zhShop,
  ...zhWork,
};
