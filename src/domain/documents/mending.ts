/** For each line of the photo report: what the customer can do if the line does not pass. */

import type { Bilingual } from './document-rule.ts';
import type { ReportLineName } from './judge-photo.ts';

const room = {
  en: 'Use a photo with more room around the head and shoulders, taken straight from the front.',
  zh: '请换一张正面照，头顶和两肩四周多留些空间。',
} as const;
const ours = {
  en: 'The shop sets this value. Order again, or ask the shop.',
  zh: '这一项由本店设定，请重新下单或联系本店。',
} as const;
const wall = {
  en: 'Take the photo in front of a plain wall of the colour that the office asks for.',
  zh: '请站在符合要求颜色的纯色墙前重拍。',
} as const;
const light = {
  en: 'Face a window or an even light, and avoid a lamp from one side.',
  zh: '请面向窗户或均匀的光源，不要让灯光只从一侧照来。',
} as const;
const ahead = {
  en: 'Look straight into the camera and hold the head level.',
  zh: '请正对镜头，头部摆正。',
} as const;

export const mendingSentences: Readonly<Record<ReportLineName, Bilingual>> = {
  width_px: ours,
  height_px: ours,
  dpi: ours,
  file_size: ours,
  head: room,
  eyes_above_bottom: room,
  above: room,
  face_width: room,
  background_colour: wall,
  background_uniformity: wall,
  single_face: {
    en: 'Use a photo that shows one person, whose whole face is visible.',
    zh: '请使用只有一个人、且面部完整可见的照片。',
  },
  illumination_uniformity: light,
  luminance_mean: light,
  luminance_variance: light,
  under_exposure: { en: 'Take the photo with more light.', zh: '请在更亮的地方拍摄。' },
  over_exposure: {
    en: 'Take the photo without a flash, or with less light.',
    zh: '请关闭闪光灯，或在光线柔和一些的地方拍摄。',
  },
  dynamic_range: light,
  natural_colour: {
    en: 'Take the photo by daylight, without a filter.',
    zh: '请在自然光下拍摄，不要加滤镜。',
  },
  sharpness: {
    en: 'Hold the camera still, clean its lens, and focus on the eyes.',
    zh: '请擦净镜头、拿稳手机，对焦在眼睛上。',
  },
  compression: {
    en: 'Choose the original photo instead of one that a messenger has sent.',
    zh: '请上传原图，不要用聊天软件转发过的照片。',
  },
  eyes_open: { en: 'Keep the eyes open.', zh: '请睁开眼睛。' },
  eyes_visible: {
    en: 'Take off glasses, and keep hair away from the eyes.',
    zh: '请摘下眼镜，头发不要遮住眼睛。',
  },
  mouth_closed: { en: 'Close the mouth.', zh: '请闭上嘴。' },
  neutral_expression: {
    en: 'Keep a neutral expression, without a smile.',
    zh: '请保持表情自然，不要笑。',
  },
  inter_eye_distance: {
    en: 'Move closer to the camera, or choose the original photo.',
    zh: '请离镜头近一些，或上传原图。',
  },
  yaw: ahead,
  pitch: ahead,
  roll: ahead,
};
