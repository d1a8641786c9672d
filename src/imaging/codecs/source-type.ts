/**
 * The labels of pictures that a net made or changed, in XMP: the IPTC property `digitalSourceType`, and the property
 * `AIGC` that China’s GB 45438-2025 asks for. The labels stay in the file when it is downloaded, and in sheets that are made from it.
 */

import type { Sharp } from 'sharp';
import { type AigcMark, type SourceType, sourceTypes } from '../../domain/goods/ai-label.ts';

/** The XMP namespace that the practice guide TC260-PG-20258A defines for image files. */
const aigcNamespace = 'http://www.tc260.org.cn/ns/AIGC/1.0/';
const vocabulary = 'http://cv.iptc.org/newscodes/digitalsourcetype/';

/**
 * Adds the labels to the file that is written. @param aigc the label of GB 45438-2025; null: the file does not get
 * this label.
 */
export function labelled(image: Sharp, sourceType: SourceType | null, aigc: AigcMark | null = null): Sharp {
  return sourceType === null && aigc === null ? image : image.withXmp(xmpOf(sourceType, aigc));
}

/** @returns the source type in a file's XMP; null if there is none, or one that the service never writes. */
export function readSourceType(xmp: Uint8Array | undefined): SourceType | null {
  if (xmp === undefined) return null;
  const text = Buffer.from(xmp).toString('utf8');
  return sourceTypes.find((term) => text.includes(`${vocabulary}${term}<`)) ?? null;
}

/** @returns the label of GB 45438-2025 in a file's XMP; null if there is none in the form that the service writes. */
export function readAigc(xmp: Uint8Array | undefined): AigcMark | null {
  const [, escaped] =
    Buffer.from(xmp ?? [])
      .toString('utf8')
      .match(/<TC260:AIGC>([^<]*)<\/TC260:AIGC>/) ?? [];
  if (escaped === undefined) return null;
  const fields: unknown = JSON.parse(unescaped(escaped));
  if (typeof fields !== 'object' || fields === null) return null;
  const { ContentProducer: producer, ProduceID: produceId } = fields as Readonly<Record<string, unknown>>;
  return typeof producer === 'string' && typeof produceId === 'string' ? { producer, produceId } : null;
}

/**
 * The fields of annex E of GB 45438-2025. `Label` 1: the content is AI-made. The shop both makes and publishes the
 * picture, so the producer and the publisher are the same. The reserved codes are for signatures, which the service
 * does not make.
 */
function aigcFields({ producer, produceId }: AigcMark): string {
  return JSON.stringify({
    Label: '1',
    ContentProducer: producer,
    ProduceID: produceId,
    ReservedCode1: '',
    ContentPropagator: producer,
    PropagateID: produceId,
    ReservedCode2: '',
  });
}

const entities = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
] as const;

const escaped = (text: string) =>
  entities.reduce((done, [sign, entity]) => done.replaceAll(sign, entity), text);
const unescaped = (text: string) =>
  entities.reduceRight((done, [sign, entity]) => done.replaceAll(entity, sign), text);

function xmpOf(sourceType: SourceType | null, aigc: AigcMark | null): string {
  return [
    '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    `<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" xmlns:TC260="${aigcNamespace}">`,
    sourceType === null
      ? ''
      : `<Iptc4xmpExt:DigitalSourceType>${vocabulary}${sourceType}</Iptc4xmpExt:DigitalSourceType>`,
    aigc === null ? '' : `<TC260:AIGC>${escaped(aigcFields(aigc))}</TC260:AIGC>`,
    '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>',
  ].join('');
}
