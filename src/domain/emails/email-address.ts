/**
 * E-mail addresses: which ones the service accepts, and how it shows them. Pure. The syntax is that of HTML's
 * `<input type="email">`, with a dot in the domain, so that every accepted address is also a valid header.
 */

import { parseUrl } from '../parse-url.ts';

/** RFC 5321, 4.5.3.1: at most 64 octets before the `@`, and 254 in all. */
export const emailLengthMax = 254;
const localLengthMax = 64;

const localForm = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+$/;
const domainForm = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * @returns the address with its domain in lower case and in ASCII (`bücher.example` → `xn--bcher-kva.example`);
 * undefined for a text that is not an address.
 */
export function parseEmailAddress(text: string): string | undefined {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(0, at));
  const domain = asciiDomain(text.slice(at + 1));
  if (!localForm.test(local) || local.length > localLengthMax || !domainForm.test(domain)) return undefined;
  // The URL parser turns a domain whose last label is a number into an IP address. No domain has such a label (RFC
  // 3696, 2).
  if (/\.\d+$/.test(domain)) return undefined;
  const address = `${local}@${domain}`;
  return address.length <= emailLengthMax ? address : undefined;
}

/** @returns an empty text for a domain that cannot be the host of a URL. */
function asciiDomain(domain: string): string {
  if (/[\s/?#@:\\[\]%]/.test(domain)) return '';
  return parseUrl(`http://${domain}`)?.hostname ?? '';
}

/**
 * `ann.lee@example.com` → `a•••@example.com`. Customers recognise their address, and others who may see the order do
 * not learn it.
 */
export function maskEmailAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, 1)}•••${address.slice(at)}`;
}

/** Replaces everything in a text that looks like an address. Mail servers repeat addresses in their responses. */
export function withoutEmailAddresses(text: string): string {
  return text.replace(/[^\s<>()"',;:]+@[^\s<>()"',;]+/g, '•••');
}

export interface Mailbox {
  /** Empty: none. */
  readonly name: string;
  readonly address: string;
}

/** Parses `Shop <photos@example.com>` or a bare address. @returns undefined for another text. */
export function parseMailbox(text: string): Mailbox | undefined {
  const [, name, inner] = /^"?([^"<>\r\n]*?)"?\s*<([^<>]*)>$/.exec(text.trim()) ?? [];
  const address = parseEmailAddress(inner ?? text.trim());
  return address === undefined ? undefined : { name: name?.trim() ?? '', address };
}
