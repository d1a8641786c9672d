/** The texts about the restoration of old photos in Chinese. */

import type { enRestoration } from './en-restoration.ts';

export const zhRestoration: typeof enRestoration = {
  restoreTips: [
    '有划痕、裂纹、灰点或褪色',
    '平整的扫描件比翻拍效果好',
    '请整张扫描；缺角和大块污渍往往无法修补',
  ],
  restoreStep: '可选服务',
  restoreAlways: '已包含：修补破损，还原褪色和发黄的影调。',
  alsoColourise: '同时上色',
  alsoColouriseNote: '适合黑白照片，颜色由算法推测。',
  alsoEnlarge: '放大 2 倍',
  alsoEnlargeNote: '适合尺寸小的扫描件，宽高各放大一倍。',
  tooLargeToEnlarge: '这张照片已经够大，可直接冲印，无需放大。',
  colourised: '上色',
  enlarged: '放大 2 倍',

  restorePreviewAlt: '您的照片修复预览',
  restorePreviewComing: '正在查找破损并生成预览…',
  enlargedPreviewNote: '这是带水印的小图预览。成品宽高各为原图的两倍，没有水印。',
  showDamage: '标出破损',
  damageMarks: '红色标出的是破损处',
  damageFound: (percent) =>
    percent < 1 ? '发现破损，不到照片面积的 1%' : `发现破损，约占照片面积的 ${percent}%`,
  noDamage: '没有发现破损，只还原影调',
  noDamageWithMore: '没有发现破损，无需修补',
};
