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
  already_coloured: '这张照片已经是彩色的。',
  too_small_to_print: '照片像素偏少，冲印会模糊。',
  dark_photo: '照片太暗，暗处颜色会很淡。',
  drawing: '这张图像是绘画或文稿，上色效果可能不理想。',
};

module.exports = {
  problemText: (reason) => problems[reason] || '这张照片不适合，请换一张。',
  warningText: (code) => warnings[code] || '照片质量可能不够好，建议换一张。',
};
