/** 照片检查结果的中文说明。代码见服务文档的 check_photo。 */

const problems = {
  not_an_image: '这不是照片，请换一张。',
  unsupported_format: '不支持这种图片格式，请选择 JPEG 或 PNG。',
  too_many_pixels: '照片太大，请选择尺寸小一些的照片。',
  too_small: '照片太小，请选择原图。',
  undecodable: '照片已损坏，请换一张。',
  no_face: '没有找到人脸，请使用正面照片。',
  several_faces: '照片里有多个人，请使用单人照片。',
  face_too_small: '脸部太小，请靠近一些拍摄或选择原图。',
  face_cut_off: '头部被裁切了，请在头和肩膀四周留出空间。',
  face_turned: '脸没有朝向正面，请使用正面照片。',
  eyes_closed: '眼睛闭着，请使用睁眼的照片。',
  too_blurred: '照片太模糊，请换一张清晰的照片。',
  face_too_dark: '脸部太暗，请换一张脸部光线充足的照片。',
  too_large_to_enlarge: '照片已经足够大，无法再放大。',
  rule_missed: '照片达不到要求，请换一张头和肩膀四周留有余地的正面照片。',
  background_not_allowed: '照片的背景不符合要求，请在规定颜色的纯色背景前拍摄。',
  file_size_impossible: '做不到要求的文件大小，请允许更大的文件。',
  cut_out_failed: '无法把人像和背景分开，请在纯色背景前拍摄。',
};

const warnings = {
  eyes_nearly_closed: '眼睛几乎闭着。',
  looking_away: '眼睛没有看向镜头。',
  head_tilted: '头有些歪。',
  soft_focus: '照片不够清晰。',
  too_dark: '照片太暗。',
  harsh_light: '光线不均匀。',
  low_resolution: '照片分辨率较低。',
  busy_background: '背景杂乱，边缘可能不够整齐。',
  head_near_edge: '头部离照片边缘太近。',
  little_below_chin: '下巴以下留得太少。',
  eyes_covered: '眼睛好像被遮住了，证件照不能戴墨镜。',
  mouth_covered: '口鼻好像被遮住了，证件照不能戴口罩。',
  face_covered: '面部前方好像有物品遮挡，证件照须露出完整面部。',
  head_covered:
    '头上好像戴着帽子、头盔或头巾。除宗教原因外，证件照不能遮盖头部；因宗教原因佩戴时，也须露出完整面部。',
  hand_at_face: '脸旁有手，证件照中不能出现手。',
  not_a_photo: '这张图像是画像、人偶或翻拍屏幕的照片，证件照必须是本人的照片。',
  already_coloured: '这张照片已经是彩色的。',
  too_small_to_print: '照片像素偏少，冲印会模糊。',
  dark_photo: '照片太暗，暗处颜色会很淡。',
  drawing: '这张图像是绘画或文稿，上色效果可能不理想。',
};

module.exports = {
  problemText: (reason) => problems[reason] || '这张照片不适合，请换一张。',
  warningText: (code) => warnings[code] || '照片质量可能不够好，建议换一张。',
};
