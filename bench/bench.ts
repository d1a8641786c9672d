/** `npm run bench`: every figure of speed and memory, in one run on this machine, as ratios where possible. */

import { benchApi } from './api.ts';
import { benchImages } from './images.ts';
import { benchLatency } from './latency.ts';

await benchApi();
await benchLatency();
await benchImages();
