/**
 * Parses the XML of WeChat's messages: elements without attributes, texts and CDATA sections. Everything else, such as a
 * document type or a processing instruction, makes the message unreadable, so that entities cannot be defined.
 */

import type { Fields } from '../json-object.ts';

const token = /<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([A-Za-z_][\w.-]*)\s*>|([^<]+)/y;
const depthMax = 10;

interface OpenElement {
  readonly name: string;
  text: string;
  readonly children: Map<string, string | Fields>;
}

/**
 * @returns the fields of the root element; undefined if the text is not such XML. If several elements of one parent
 * have the same name, the last one counts.
 */
export function parseXml(xml: string): Fields | undefined {
  const document = element('');
  const open = [document];
  token.lastIndex = 0;
  const text = xml.trim();
  while (token.lastIndex < text.length) {
    const [whole, cdata, slash, name, plain] = token.exec(text) ?? [];
    const current = open.at(-1);
    if (whole === undefined || current === undefined) return undefined;
    if (cdata !== undefined) current.text += cdata;
    else if (plain !== undefined) current.text += withoutEntities(plain);
    else if (slash === '') open.push(element(name ?? ''));
    else if (!close(open, name ?? '')) return undefined;
    if (open.length > depthMax) return undefined;
  }
  const root = [...document.children.values()];
  const [only] = root;
  const isWhole = open.length === 1 && root.length === 1 && document.text.trim() === '';
  return isWhole && typeof only === 'object' ? only : undefined;
}

function element(name: string): OpenElement {
  return { name, text: '', children: new Map() };
}

/** Ends the innermost element. @returns false if it has another name. */
function close(open: OpenElement[], name: string): boolean {
  const ended = open.pop();
  const parent = open.at(-1);
  if (ended === undefined || parent === undefined || ended.name !== name) return false;
  // Only one root.
  if (open.length === 1 && parent.children.size > 0) return false;
  const hasChildren = ended.children.size > 0;
  parent.children.set(name, hasChildren ? Object.fromEntries(ended.children) : ended.text.trim());
  return true;
}

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
};

function withoutEntities(text: string): string {
  return text.replace(/&(?:lt|gt|quot|apos|amp);/g, (entity) => entities[entity] ?? entity);
}
