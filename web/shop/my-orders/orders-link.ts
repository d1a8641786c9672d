/**
 * The link that shows the customer's orders on another device: `/#orders=<token>`. The token is in the fragment,
 * which browsers never send, so it is in no server's log and in no `Referer`. The page removes the token from the
 * address at once, so that the token is neither in the history of the browser nor in a screenshot.
 */

import { asApiError } from '../../shared/api/as-api-error.ts';
import type { Answer } from '../../shared/api/call.ts';
import { call } from '../../shared/api/call.ts';
import { callOperation, noted, operationsUrl } from '../api/call.ts';
import { myVip, readConfig } from '../api/operations.ts';

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

/**
 * @returns whether this browser would lose a membership if it became the guest of the token. Another membership with the
 * same end is as good, and mostly the same one: the devices share the guest already.
 */
export async function losesMembership(token: string): Promise<boolean> {
  const { has_token: hasToken } = await readConfig();
  if (!hasToken) return false;
  const here = await myVip();
  if (!here.is_vip) return false;
  try {
    const there = await callWithToken<Answer<'my_vip'>>('my_vip', token);
    return there.vip_until !== here.vip_until;
  } catch (error) {
    // The token has ended, which the customer learns when the link is opened.
    if (asApiError(error).status === 401) return false;
    throw error;
  }
}

function callWithToken<Result>(operation: string, token: string): Promise<Result> {
  const init = { method: 'POST', headers: { authorization: `Bearer ${token}` } };
  return noted(call<Result>(`${operationsUrl}${operation}`, init));
}

/**
 * Makes this browser act as the guest to whom the token belongs: the response sets the guest's cookie. @throws
 * ApiError 401 for a token that has ended.
 */
export function openWithToken(token: string): Promise<Answer<'guest_token'>> {
  return callWithToken<Answer<'guest_token'>>('guest_token', token);
}
