/** `npm run bench`: every figure of speed and memory, in one run on this machine, as ratios where possible. */

import { benchApi } from './api.ts';
import { benchImages } from './images.ts';
import { benchLatency } from './latency.ts';
import { benchShopPage } from './shop-page.ts';

await benchApi();
await benchLatency();
await benchImages();
await benchShopPage();
