/**
 * What the metadata of a picture say about its origin: the IPTC property `digitalSourceType`, and the label that China’s
 * GB 45438-2025 asks for in content that an AI system generated or synthesised. The shop’s owners decide what each kind
 * of picture counts as, because offices and laws differ.
 */

/**
 * The values of `digitalSourceType` that the service can write, from
 * https://cv.iptc.org/newscodes/digitalsourcetype/.
 */
export const sourceTypes = [
  /** A photo that an algorithm changed without generating content. */
  'algorithmicallyEnhanced',
  /** A photo in which a trained net generated parts, such as colours. */
  'compositeWithTrainedAlgorithmicMedia',
  /** A picture that a trained net generated as a whole. */
  'trainedAlgorithmicMedia',
] as const;

export type SourceType = (typeof sourceTypes)[number];

/** `none`: the picture says nothing about its origin. */
export const sourceTypeChoices = ['none', ...sourceTypes] as const;

export type SourceTypeChoice = (typeof sourceTypeChoices)[number];

/** The origin of each kind of picture until the owners choose another. */
export const usualSourceTypes = {
  /** A net predicts the colours. */
  colourised: 'compositeWithTrainedAlgorithmicMedia',
  /** A net decides which places are filled from their surroundings, and predicts the colours if the order asks for them. */
  restored: 'compositeWithTrainedAlgorithmicMedia',
  /** A net decides the outline of the person, and no pixel is generated. */
  idPhoto: 'algorithmicallyEnhanced',
} as const satisfies Readonly<Record<string, SourceType>>;

/** The producer of a picture, and a number of the picture that is unique among the producer's pictures. */
export interface AigcMark {
  readonly producer: string;
  readonly produceId: string;
}

/** The origin that the metadata of one kind of picture state. */
export interface PictureOrigin {
  readonly sourceType: SourceTypeChoice;
  /** Whether the picture carries the label of GB 45438-2025. */
  readonly isAiMade: boolean;
}

/**
 * What the labels of colourised photos, of restored photos and of ID photos state. A photo that is only cropped has no
 * label, because no net changes it.
 */
export interface AiLabels {
  readonly colourised: PictureOrigin;
  /** A restored photo, with or without colours. */
  readonly restored: PictureOrigin;
  /** An ID photo on a new background. */
  readonly idPhoto: PictureOrigin;
  /** The name or code of the producer. */
  readonly producer: string;
}
