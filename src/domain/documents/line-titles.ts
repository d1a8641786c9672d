/** The titles of the lines of the photo report, as customers read them. */

import type { Bilingual } from './document-rule.ts';
import type { ReportLineName } from './judge-photo.ts';

export const lineTitles: Readonly<Record<ReportLineName, Bilingual>> = {
  width_px: { en: 'Width', zh: '宽度' },
  height_px: { en: 'Height', zh: '高度' },
  dpi: { en: 'Resolution', zh: '分辨率' },
  file_size: { en: 'File size', zh: '文件大小' },
  head: { en: 'Height of the head', zh: '头部高度' },
  eyes_above_bottom: { en: 'Eyes above the lower edge', zh: '眼睛到下边缘' },
  above: { en: 'Space above the hair', zh: '头顶到上边缘' },
  face_width: { en: 'Width of the face', zh: '脸宽' },
  background_colour: { en: 'Colour of the background', zh: '背景颜色' },
  background_uniformity: { en: 'Evenness of the background', zh: '背景均匀度' },
  single_face: { en: 'One person only', zh: '只有一个人' },
  illumination_uniformity: { en: 'Even light on the face', zh: '面部光线均匀' },
  luminance_mean: { en: 'Brightness of the face', zh: '面部亮度' },
  luminance_variance: { en: 'Contrast of the face', zh: '面部对比度' },
  under_exposure: { en: 'Dark areas of the face', zh: '面部过暗部分' },
  over_exposure: { en: 'Overexposed areas of the face', zh: '面部过曝部分' },
  dynamic_range: { en: 'Range of tones', zh: '明暗层次' },
  natural_colour: { en: 'Natural colour of the skin', zh: '肤色自然' },
  sharpness: { en: 'Sharpness', zh: '清晰度' },
  compression: { en: 'Traces of compression', zh: '压缩痕迹' },
  eyes_open: { en: 'Eyes open', zh: '眼睛睁开' },
  eyes_visible: { en: 'Eyes visible', zh: '眼睛可见' },
  mouth_closed: { en: 'Mouth closed', zh: '嘴巴闭合' },
  neutral_expression: { en: 'Neutral expression', zh: '表情自然' },
  inter_eye_distance: { en: 'Distance between the eyes', zh: '两眼间距' },
  yaw: { en: 'Head turned sideways', zh: '头部左右转动' },
  pitch: { en: 'Head turned up or down', zh: '头部上下俯仰' },
  roll: { en: 'Head tilted', zh: '头部倾斜' },
};
