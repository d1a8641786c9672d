/**
 * Reads the template of the WeChat message which says that a picture is ready: the id of the template, the value of
 * each keyword, and the page of the mini program that the message opens.
 */

import type { Reader } from './environment-reader.ts';

const values = ['title', 'order_no', 'time', 'status', 'note'] as const;
type Value = (typeof values)[number];

export interface ReadyTemplateConfig {
  readonly templateId: string;
  readonly keywords: Readonly<Record<string, Value>>;
  readonly page: string;
}

const keywordsDefault = 'thing1=title,time2=time';
const pageDefault = 'pages/order/order';

/**
 * Adds what is wrong to `problems`.
 * @returns null if no template is set.
 */
export function readReadyTemplate(text: Reader['text'], problems: string[]): ReadyTemplateConfig | null {
  const templateId = text('WECHAT_READY_TEMPLATE_ID');
  const list = text('WECHAT_READY_KEYWORDS');
  const page = text('WECHAT_READY_PAGE');
  if (templateId === null) {
    if (list !== null || page !== null) {
      problems.push('WECHAT_READY_KEYWORDS and WECHAT_READY_PAGE need WECHAT_READY_TEMPLATE_ID.');
    }
    return null;
  }
  if (!/^[\w-]{20,64}$/.test(templateId)) {
    problems.push(`WECHAT_READY_TEMPLATE_ID must be 20 to 64 letters or digits, not "${templateId}".`);
  }
  if (page !== null && !/^[\w-]+(\/[\w-]+)*$/.test(page)) {
    problems.push(`WECHAT_READY_PAGE must be a page such as ${pageDefault}, without parameters.`);
  }
  const keywords = parseKeywords(list ?? keywordsDefault, problems);
  return { templateId, keywords, page: page ?? pageDefault };
}

function parseKeywords(list: string, problems: string[]): Record<string, Value> {
  const keywords: Record<string, Value> = {};
  for (const item of list.split(',')) {
    const [keyword = '', name = ''] = item.split('=').map((part) => part.trim());
    const value = values.find((known) => known === name);
    if (value !== undefined && /^[a-z_]+\d+$/.test(keyword)) {
      keywords[keyword] = value;
      continue;
    }
    problems.push(
      `WECHAT_READY_KEYWORDS must list keywords of the template with values, such as ${keywordsDefault}, not "${item}". The values are ${values.join(', ')}.`,
    );
  }
  return keywords;
}
