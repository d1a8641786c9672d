/**
 * The consent of a customer that the shop processes a photo with a face. An operator who requires this consent can
 * write its text. Each change of the text is a new version, to which customers must consent again.
 */

import type { Instant } from './zoned-time.ts';

export interface ConsentText {
  /** 1, 2, 3, … */
  readonly version: number;
  readonly en: string;
  readonly zh: string;
}

export interface FaceConsent {
  readonly version: number;
  readonly givenAt: Instant;
  /** Null: the consent holds. */
  readonly withdrawnAt: Instant | null;
}

/** What customers read if the operator has written no text. */
export const builtInConsent = {
  en: 'To make your picture, this shop processes your photo. If it shows a face, the shop measures the face, for example the position of eyes and chin, to crop, check, colourise and restore the photo. The measurements are not kept, and the shop does not use them to find out who you are. Photos and pictures are deleted after the times that the shop names. You can withdraw your consent at any time under “My orders”. What was done before stays lawful.',
  zh: '为制作您的图片，本店需要处理您上传的照片。如果照片中有人脸，本店会测量人脸（例如眼睛和下巴的位置），用于裁剪、检查、上色和修复。测量结果不保存，也不用于识别身份。照片和成品会在本店公布的期限后删除。您可以随时在“我的订单”中撤回同意；撤回前已进行的处理仍然有效。',
} as const;
