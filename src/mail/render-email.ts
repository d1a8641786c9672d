/**
 * Makes plain text and HTML of the content of an e-mail. Mail programs support few styles and no style sheets, so
 * the HTML is one column with styles in its elements. It contains no pictures, because a server that delivers a
 * picture would see when the e-mail is opened.
 */

import type { EmailContent, EmailLink } from '../domain/emails/email-content.ts';
import { type Language, languageTag } from '../domain/language.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
}

export function plainTextOf(content: EmailContent): string {
  const { heading, paragraphs, facts, button, shopLines, shopLinks, why, unsubscribe } = content;
  const linkLine = ({ label, url }: EmailLink) => `${label}: ${url}`;
  return [
    heading,
    ...paragraphs,
    linkLine(button),
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    // The line `-- ` begins the signature (RFC 3676, 4.3).
    ['-- ', ...shopLines, ...shopLinks.map(linkLine)].join('\n'),
    `${why}\n${linkLine(unsubscribe)}`,
    '',
  ].join('\n\n');
}

const fonts = "-apple-system,'Segoe UI','PingFang SC','Microsoft YaHei',Roboto,Arial,sans-serif";
const small = 'margin:0 0 4px;font-size:13px;line-height:1.5;color:#5b6660';

function linkMarkup({ label, url }: EmailLink, style: string): string {
  return `<a href="${escapeText(url)}" style="${style}">${escapeText(label)}</a>`;
}

/** @param accent the colour of the button, such as `#0b6e5f`. White text is legible on it. */
export function htmlOf(content: EmailContent, language: Language, accent: string): string {
  const { subject, heading, paragraphs, facts, button, shopLines, shopLinks, why, unsubscribe } = content;
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td style="padding:6px 12px 6px 0;color:#5b6660;white-space:nowrap;vertical-align:top">${escapeText(label)}</td><td style="padding:6px 0;word-break:break-word">${escapeText(value)}</td></tr>`,
  );
  return `<!doctype html>
<html lang="${languageTag(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeText(subject)}</title>
</head>
<body style="margin:0;padding:24px 12px;background:#f4f6f5;font-family:${fonts};color:#17211d">
<div style="max-width:520px;margin:0 auto;padding:26px 20px;background:#ffffff;border-radius:12px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeText(heading)}</h1>
${paragraphs.map((text) => `<p style="margin:0 0 14px;font-size:16px;line-height:1.5">${escapeText(text)}</p>`).join('\n')}
<p style="margin:22px 0">${linkMarkup(button, `display:inline-block;padding:12px 22px;border-radius:8px;background:${escapeText(accent)};color:#ffffff;font-size:16px;font-weight:600;text-decoration:none`)}</p>
<table role="presentation" style="width:100%;border-collapse:collapse;font-size:13px;line-height:1.4;border-top:1px solid #dfe5e2">
${rows.join('\n')}
</table>
</div>
<div style="max-width:520px;margin:18px auto 0;padding:0 20px">
${shopLines.map((line) => `<p style="${small}">${escapeText(line)}</p>`).join('\n')}
${shopLinks.map((link) => `<p style="${small}">${linkMarkup(link, 'color:#5b6660')}</p>`).join('\n')}
<p style="${small};margin-top:12px">${escapeText(why)} ${linkMarkup(unsubscribe, 'color:#5b6660')}</p>
</div>
</body>
</html>
`;
}
