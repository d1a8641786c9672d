/** The pools of image processes, which do each task only once for all services of the tests. See `cached-images.ts`. */

import * as pools from '../../src/main/image-pools.ts';
import { cachedWork } from './image-cache.ts';

const folder = process.env.IMAGE_CACHE ?? '';
if (folder === '') throw new Error('IMAGE_CACHE names no folder');

export const { requireNetFiles, shutInImages } = pools;

export const openUploadImages: typeof pools.openUploadImages = (nets, jail) =>
  cachedWork(pools.openUploadImages(nets, jail), nets, folder);

export const openOrderImages: typeof pools.openOrderImages = (children, nets, jail) =>
  cachedWork(pools.openOrderImages(children, nets, jail), nets, folder);
