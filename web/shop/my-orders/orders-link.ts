/**
 * The link that shows the customer's orders on another device: `/#orders=<token>`. The token is in the fragment,
 * which browsers never send, so it is in no server's log and in no `Referer`. The page removes the token from the
 * address at once, so that the token is neither in the history of the browser nor in a screenshot.
 */

import type { Answer } from '../../shared/api/call.ts';
import { call } from '../../shared/api/call.ts';
import { callOperation, noted, operationsUrl } from '../api/call.ts';
import { myVip, noMembership, readConfig } from '../api/operations.ts';
import type { Vip } from '../api/types.ts';

const prefix = '#orders=';

export async function fetchOrdersLink(): Promise<string> {
  const { token } = await callOperation('guest_token', undefined);
  return `${window.location.origin}/${prefix}${token}`;
}

/** Ends the access of all other devices; this browser receives a new cookie. */
export const endOtherAccess = () => callOperation('end_guest_tokens', undefined);

/** Removes the token from the page's address. @returns the token; null for an address without one. */
export function takeToken(): string | null {
  const { hash, pathname, search } = window.location;
  if (!hash.startsWith(prefix)) return null;
  window.history.replaceState(null, '', `${pathname}${search}`);
  const token = hash.slice(prefix.length);
  return /^[A-Za-z0-9._-]{1,512}$/.test(token) ? token : null;
}

/** @returns the membership of this browser's guest, who would be lost with the cookie if a link were opened. */
export async function membershipHere(): Promise<Vip> {
  const { has_token: hasToken } = await readConfig();
  return hasToken ? myVip() : noMembership;
}

/**
 * Makes this browser act as the guest to whom the token belongs: the response sets the guest's cookie. @throws
 * ApiError 401 for a token that has ended.
 */
export function openWithToken(token: string): Promise<Answer<'guest_token'>> {
  const init = { method: 'POST', headers: { authorization: `Bearer ${token}` } };
  return noted(call<Answer<'guest_token'>>(`${operationsUrl}guest_token`, init));
}
