/**
 * The label of pictures that a net made or changed: the IPTC property `digitalSourceType` in XMP. The label stays in
 * the file when it is downloaded, and in sheets that are made from it.
 */

import type { Sharp } from 'sharp';

/** Terms of https://cv.iptc.org/newscodes/digitalsourcetype/. */
export const sourceTypes = [
  /** Colours or other parts come from a trained net. */
  'compositeWithTrainedAlgorithmicMedia',
  /** A photo in which a net decided what is kept, for example the outline of the person. */
  'algorithmicallyEnhanced',
] as const;

export type SourceType = (typeof sourceTypes)[number];

/**
 * What each kind of picture counts as. A photo that is only cropped has no label, because no net changes it.
 */
export const sourceTypeOf = {
  colourised: 'compositeWithTrainedAlgorithmicMedia',
  cutOut: 'algorithmicallyEnhanced',
} as const satisfies Readonly<Record<string, SourceType>>;

const vocabulary = 'http://cv.iptc.org/newscodes/digitalsourcetype/';

/** Adds the label to the file that is written. */
export function labelled(image: Sharp, sourceType: SourceType | null): Sharp {
  return sourceType === null ? image : image.withXmp(xmpOf(sourceType));
}

/** @returns the label in a file's XMP; null without one that the service writes. */
export function readSourceType(xmp: Uint8Array | undefined): SourceType | null {
  if (xmp === undefined) return null;
  const text = Buffer.from(xmp).toString('utf8');
  return sourceTypes.find((term) => text.includes(`${vocabulary}${term}<`)) ?? null;
}

function xmpOf(sourceType: SourceType): string {
  return [
    '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/">',
    `<Iptc4xmpExt:DigitalSourceType>${vocabulary}${sourceType}</Iptc4xmpExt:DigitalSourceType>`,
    '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>',
  ].join('');
}
