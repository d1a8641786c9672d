/**
 * `npm run bench`: measures speed and memory in one run. Where possible it prints ratios, because they depend less on
 * the machine than absolute figures.
 */

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
