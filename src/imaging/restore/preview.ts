/**
 * Makes a small restored preview of a photo with a watermark, and marks the damage. The preview is free of charge and must
 * not replace the product.
 */

import { marksLengthMax, type PhotoDamage, previewLengthMax } from '../../usecases/ports/image-work.ts';
import { pictureOf } from '../codecs/image-library.ts';
import { drawWatermark } from '../colourise/watermark.ts';
import { webpWithin } from '../codecs/webp-within.ts';
import type { ColourNet } from '../nets/colour-net.ts';
import type { Plane, RgbBytes } from '../pixels/plane.ts';
import { restoreInMemory } from './pipeline.ts';
import { mendedShare } from './steps/choose-damage.ts';
