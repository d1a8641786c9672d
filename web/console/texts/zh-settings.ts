/** The Chinese texts about the settings of the shop. */

import { builtInConsent } from '../../../src/domain/face-consent.ts';
import type { enSettings } from './en-settings.ts';

export const zhSettings: typeof enSettings = {
  lead: '这里的设置立即生效，优先于服务的环境变量。',
  history: '查看修改记录',
  saved: '设置已保存。',
  discard: '放弃修改',
  notSaved: '尚未保存',
  notSet: '未设置',
  builtIn: '内置默认值',
  builtInOr: (variable) => `内置默认值（未设置变量 ${variable}）`,
  fromVariable: (variable) => `来自变量 ${variable}`,
  setBy: (name) => `${name} 在此设置，`,
  toDefault: '恢复默认',
  toDefaultOf: (value) => `恢复默认：${value}`,

  groups: {
    look: '名称与外观',
    legal: '联系方式与条款',
    opening: '接单',
    retention: '保留期限',
    labels: 'AI 标识',
    consent: '人脸处理同意',
  },
  groupNotes: {
    labels:
      '每类图片在元数据中的标识：来源类型（IPTC digitalSourceType）和 GB 45438-2025 的隐式标识；下载、换底和排版后仍保留。仅裁剪的照片两者都不带。',
    look: '显示在店铺页面、浏览器标签、收据和链接预览中。',
    legal: '显示在店铺每个页面的底部。',
    opening: '已有订单不受影响。单个商品请在“商品”页上下架。',
    consent:
      '开启后，顾客须先同意该文本才能选择照片，应用则通过接口 face_consent 提交同意。系统会记录谁在何时同意了哪个版本。文本每修改一次即为新版本，顾客需重新同意。',
    retention: '只对之后的上传和成品生效，已有文件按原期限保留。',
  },
  notes: {
    shop_name: '留空则显示 Photokiosk',
    contact: '邮箱、电话，或一句话说明',
    company: '公司名称、地址，以及法律要求公示的信息',
    closed_note_en: '留空则显示 “The shop takes no orders at the moment.”',
    closed_note_zh: '留空则显示“本店暂停接单。”',
    face_consent_en: `留空则使用：“${builtInConsent.en}”`,
    face_consent_zh: `留空则使用：“${builtInConsent.zh}”`,
    unpaid_orders_kept_days: '0 表示永久保留',
    ai_producer: '名称或编码，留空则为店铺名称',
  },

  sourceTypes: {
    none: '不标注',
    algorithmicallyEnhanced: '经算法处理的照片（algorithmicallyEnhanced）',
    compositeWithTrainedAlgorithmicMedia: '含 AI 生成内容的照片（compositeWithTrainedAlgorithmicMedia）',
    trainedAlgorithmicMedia: 'AI 生成（trainedAlgorithmicMedia）',
  },

  logoNote: '支持 PNG 或 WebP，不超过 1 MB，建议方形、透明背景。',
  logoFile: '标志文件',
  accentNote: '用于按钮和链接，深色模式的颜色会自动生成。',
  builtInColour: '内置绿色',
  pickColour: '选择颜色',
  contrast: (contrast, min) => `对比度 ${contrast}，至少需要 ${min}`,
  lowContrast: '这个颜色的文字在页面上不易看清。',
  takeInstead: (colour) => `改用 ${colour}`,
  sampleButton: '下单并付款',
  sampleChoice: '去下单',
  sampleLink: '我的订单',
};
