/**
 * What the service says about photos, for both pages. It speaks English, by a code or a sentence; what has no
 * Chinese here is shown as it came.
 */

import { failSentence, failSentences } from '../../src/domain/fail-reasons.ts';

type Language = 'en' | 'zh';

const chinese: Readonly<Record<string, string>> = {
  not_an_image: '上传的文件不是图片。',
  unsupported_format: '不支持这种图片格式。请保存为 JPEG 后再试。',
  too_many_pixels: '图片像素过多。',
  too_small: '图片太小。',
  undecodable: '图片已损坏，无法读取。',
  no_face: '照片中没有找到人脸。请使用一张正面照。',
  several_faces: '照片中有多张人脸。请使用单人照片。',
  face_too_small: '照片中的人脸太小。请靠近拍摄或裁剪照片。',
  face_cut_off: '头部被边缘截断。请在头部和肩膀周围留出空间。',
  face_turned: '脸部偏向一侧。请使用直视镜头的照片。',
  eyes_closed: '照片中闭着眼睛。请使用睁眼的照片。',
  too_blurred: '脸部太模糊。请使用清晰的照片。',
  cut_out_failed: '无法将人物与背景清晰分离。请使用更简单、与头发和衣服颜色不同的背景。',
  attempts_exhausted: '照片无法制作，但不是照片的问题。',
  upload_gone: '上传的照片已不存在。',
  withdrawn: '订单已撤回。',

  // What `check_photo` warns of.
  eyes_nearly_closed: '眼睛看起来几乎闭着。',
  looking_away: '脸没有正对镜头。',
  head_tilted: '头有些倾斜。制作时会摆正，但肩膀会一高一低。',
  soft_focus: '脸部不够清晰。',
  too_dark: '脸部偏暗。',
  harsh_light: '脸部光线太硬：一侧明显更亮，或有过曝。',
  low_resolution: '照片偏小，制作时需要放大。',
  busy_background: '背景较杂乱，头发边缘可能不够干净；最好在素色墙前拍摄。',
  head_near_edge: '头或肩膀离照片边缘太近。',
  little_below_chin: '下巴以下留得太少，头部会显得偏大。',
  already_coloured: '这张照片已经是彩色的，原有颜色会被推测的颜色取代。',
};

const chineseBySentence: ReadonlyMap<string, string | undefined> = new Map([
  ...Object.entries(failSentences).map(([code, sentence]) => [sentence, chinese[code]] as const),
  // What is said of a reason that has no sentence.
  [failSentence(''), '照片无法制作。'],
]);

/** @param sentence as the service told it, in English. */
export function failWord(sentence: string, language: Language): string {
  return (language === 'zh' ? chineseBySentence.get(sentence) : undefined) ?? sentence;
}
