/** `npm run bench`: every figure of speed and memory, in one run on this machine, as ratios where possible. */

import { benchApi } from './api.ts';
import { benchImages } from './images.ts';
import { benchLatency } from './latency.ts';
import { benchPaidOrders } from './paid-orders.ts';
import { benchShopPage } from './shop-page.ts';

await benchApi();
await benchPaidOrders();
await benchLatency();
await benchImages();
await benchShopPage();
