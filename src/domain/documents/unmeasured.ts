/**
 * What the rule of a document asks for and the service does not measure: the age of the photo and glasses. The report
 * names these requirements, so that the customer checks them.
 */

import type { Bilingual, DocumentRule } from './document-rule.ts';

export const unmeasuredNames = ['photo_age', 'glasses'] as const;

export interface Unmeasured {
  readonly name: (typeof unmeasuredNames)[number];
  readonly title: Bilingual;
  /** What the rule allows, in a few words. */
  readonly allowed: Bilingual;
  /** What the customer checks, in a sentence. */
  readonly text: Bilingual;
}

/** @returns only the requirements that the rule states. */
export function unmeasuredOf({ photoAgeMonths, glasses }: DocumentRule): Unmeasured[] {
  const ofGlasses = glasses === 'unstated' ? null : glassesTexts[glasses];
  return [
    ...(photoAgeMonths === null ? [] : [ageOf(photoAgeMonths)]),
    ...(ofGlasses === null
      ? []
      : [{ name: 'glasses', title: { en: 'Glasses', zh: '眼镜' }, ...ofGlasses } as const]),
  ];
}

function ageOf(months: number): Unmeasured {
  const period = months === 1 ? 'month' : `${months} months`;
  return {
    name: 'photo_age',
    title: { en: 'Age of the photo', zh: '拍摄时间' },
    allowed: { en: `at most ${months === 1 ? '1 month' : period}`, zh: `${months} 个月内` },
    text: {
      en: `Check that the photo was taken within the last ${period}.`,
      zh: `请确认照片是最近 ${months} 个月内拍摄的。`,
    },
  };
}

const glassesTexts: Readonly<
  Record<Exclude<DocumentRule['glasses'], 'unstated'>, Pick<Unmeasured, 'allowed' | 'text'>>
> = {
  allowed: {
    allowed: { en: 'allowed', zh: '可以佩戴' },
    text: {
      en: 'The office accepts glasses. Check that the eyes are visible.',
      zh: '受理机构允许戴眼镜，请确认眼睛清晰可见。',
    },
  },
  clear_lenses: {
    allowed: { en: 'with clear lenses', zh: '限透明镜片' },
    text: {
      en: 'The office accepts only glasses with clear lenses. Check that neither a reflection nor the frame hides the eyes.',
      zh: '受理机构只接受透明镜片的眼镜，请确认镜片无反光、镜框不遮挡眼睛。',
    },
  },
  required_if_worn: {
    allowed: { en: 'worn if always worn', zh: '常戴者须佩戴' },
    text: {
      en: 'People who always wear glasses must wear them in the photo. Check that the eyes are visible.',
      zh: '平时一直戴眼镜的人，照片中也须佩戴，请确认眼睛清晰可见。',
    },
  },
  forbidden: {
    allowed: { en: 'not allowed', zh: '不可佩戴' },
    text: {
      en: 'The office refuses photos with glasses. Check that the photo shows none.',
      zh: '受理机构不接受戴眼镜的照片，请确认照片中没有戴眼镜。',
    },
  },
};
