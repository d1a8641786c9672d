/**
 * The label that China’s GB 45438-2025 asks for in the metadata of content that an AI system generated or synthesised:
 * who produced it, and a number of the content that is unique at the producer.
 */

export interface AigcMark {
  readonly producer: string;
  readonly produceId: string;
}

/** Which pictures get the label. The shop’s owners decide, because the law leaves room for judgement. */
export interface AiLabels {
  /** Colours of a colourised photo come from a net. */
  readonly colourised: boolean;
  /** The background of an ID photo is replaced; a net decides the outline of the person, and no pixel is generated. */
  readonly idPhoto: boolean;
  /** The name or code of the producer. */
  readonly producer: string;
}
