/** The texts around the consent to process a face in Chinese. */

import type { enConsent } from './en-consent.ts';

export const zhConsent: typeof enConsent = {
  consentTitle: '选择照片前请阅读',
  consentAgree: '我同意',
  consentFirst: '请先同意本店处理您的照片。',
  consentRequired: '本店需要您同意后才能处理照片。请刷新页面，阅读并同意相关说明。',
  consentGiven: '您已同意本店处理照片中的人脸。',
  consentWithdraw: '撤回同意',
  consentWithdrawn: '已撤回同意。下次选择照片前会再次征求您的同意。',
};
