/** All fuzz targets. */

import type { Target } from './target.ts';
import { addressTarget } from './targets/address.ts';
import { configTarget } from './targets/config.ts';
import { eventsTarget } from './targets/events.ts';
import { formTarget } from './targets/form.ts';
import { imageTarget } from './targets/image.ts';
import { jsonTarget } from './targets/json.ts';
import { messageTarget } from './targets/message.ts';
import { multipartTarget } from './targets/multipart.ts';
import { notificationTarget } from './targets/notification.ts';
import { tokenTarget } from './targets/token.ts';

export const targets: readonly Target[] = [
  multipartTarget,
  jsonTarget,
  formTarget,
  eventsTarget,
  notificationTarget,
  imageTarget,
  tokenTarget,
  addressTarget,
  configTarget,
  messageTarget,
];
