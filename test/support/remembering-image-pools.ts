/** The pools of image processes, which do each task only once for all services of the tests. See `remembered-images.ts`. */

import * as pools from '../../src/main/image-pools.ts';
import { remembering } from './remembering-images.ts';

const folder = process.env.REMEMBERED_IMAGES ?? '';
if (folder === '') throw new Error('REMEMBERED_IMAGES names no folder');

export const { requireNetFiles, shutInImages } = pools;

export const openUploadImages: typeof pools.openUploadImages = (nets, jail) =>
  remembering(pools.openUploadImages(nets, jail), nets, folder);

export const openOrderImages: typeof pools.openOrderImages = (children, nets, jail) =>
  remembering(pools.openOrderImages(children, nets, jail), nets, folder);
