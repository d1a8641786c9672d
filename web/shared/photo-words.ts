/**
 * The texts for refusals and warnings about a photo, in the reader's language. The service sends a stable code and
 * an English sentence; the page uses only the code.
 */

import { failSentences } from '../../src/domain/fail-reasons.ts';
import { type PhotoWarning, warningSentences } from '../../src/domain/goods/photo-check.ts';
import type { Catalogues, Language } from '../../src/domain/language.ts';

type PhotoTexts = Readonly<Record<keyof typeof failSentences | PhotoWarning, string>>;

const chinese: PhotoTexts = {
  not_an_image: '这个文件不是图片。',
  unsupported_format: '暂不支持这种格式，请另存为 JPEG 后再上传。',
  too_many_pixels: '图片像素过高，请缩小后再上传。',
  too_small: '图片太小，请上传原图。',
  too_large_to_enlarge: '这张照片已经足够大，无法再放大，请不选放大再下单。',
  undecodable: '图片已损坏，无法打开。',
  no_face: '没有找到人脸，请换一张正面照。',
  several_faces: '照片里不止一个人，请用单人照。',
  face_too_small: '人脸太小，请靠近一些拍，或把照片裁小。',
  face_cut_off: '头部没有拍全，请在头顶和两肩旁边留些空间。',
  face_turned: '脸没有正对镜头，请换一张正面照。',
  eyes_closed: '眼睛闭着，请换一张睁眼的照片。',
  face_too_dark: '脸部太暗，无法辨认，请换一张脸部光线充足的照片。',
  too_blurred: '脸部太模糊，请换一张清晰的照片。',
  cut_out_failed: '人像和背景分不开，请换一张背景简单、颜色与头发和衣服不同的照片。',
  rule_missed: '这张照片达不到该证件的要求，请换一张头和肩四周留有余地的正面照。',
  background_not_allowed:
    '照片的背景不符合该证件的要求，请在规定颜色的纯色墙前重拍；如果该证件允许，也可以选择换背景。',
  file_size_impossible: '在这个像素尺寸下做不到要求的文件大小，请允许更大的文件。',
  attempts_exhausted: '这次没有做成，问题不在您的照片。',
  upload_gone: '上传的照片已过期删除。',
  document_removed: '本店已不再制作该证件的照片，问题不在您的照片。',
  withdrawn: '订单已撤销。',

  eyes_nearly_closed: '眼睛看起来快闭上了。',
  looking_away: '脸没有正对镜头。',
  head_tilted: '头有点歪。我们会把头摆正，但两肩会一高一低。',
  soft_focus: '脸部不太清晰。',
  too_dark: '脸部偏暗。',
  harsh_light: '脸上光线太硬，明暗相差大或有过曝。',
  low_resolution: '照片偏小，制作时需要放大。',
  busy_background: '背景有些杂乱，头发边缘可能不够干净；最好在纯色墙前拍。',
  head_near_edge: '头或肩离照片边缘太近。',
  little_below_chin: '下巴以下留得太少，成品里头会显得偏大。',
  eyes_covered: '眼睛好像被遮住了，证件照不能戴墨镜。',
  mouth_covered: '口鼻好像被遮住了，证件照不能戴口罩。',
  face_covered: '面部前方好像有物品遮挡，证件照须露出完整面部。',
  head_covered:
    '头上好像戴着帽子、头盔或头巾。除宗教原因外，证件照不能遮盖头部；因宗教原因佩戴时，也须露出完整面部。',
  hand_at_face: '脸旁有手，证件照中不能出现手。',
  not_a_photo: '这张图像是画像、人偶或翻拍屏幕的照片，证件照必须是本人的照片。',
  too_small_to_print: '照片像素偏少，冲印成 6 寸会模糊。',
  dark_photo: '照片太暗，暗处上色后颜色会很淡。',
  drawing: '这张图像是绘画或文稿，上色只适合照片，效果可能不理想。',
  already_coloured: '这张照片本来就是彩色的，上色后原有颜色会被替换。',
};

const texts: Catalogues<PhotoTexts> = { en: { ...failSentences, ...warningSentences }, zh: chinese };

/** @returns null for a code without a text, such as one that a newer service sends. */
export function photoWord(code: string | null, language: Language): string | null {
  const known: Readonly<Record<string, string>> = texts[language];
  return code !== null && Object.hasOwn(known, code) ? (known[code] ?? null) : null;
}
