/** The operations about e-mails that the HTTP layer calls: one function for each. */

import type { Language } from '../../domain/language.ts';
import type { ActDeps } from '../act.ts';
import type { Caller } from '../callers/caller.ts';
import type { Deps } from '../deps.ts';
import {
  languageOfUnsubscribe,
  type OrderEmailView,
  removeOrderEmail,
  type SetOrderEmailCall,
  setOrderEmail,
  unsubscribe,
  viewOrderEmail,
} from './order-email.ts';

export interface OrderEmails {
  /** Returns the address for e-mails about an order, masked. @throws AppError `unknown_order`. */
  viewOrderEmail(caller: Caller, orderNo: string): Promise<OrderEmailView>;
  /** @throws AppError `unknown_order`, `invalid_parameters`, `illegal_transition`, `too_many_requests`. */
  setOrderEmail(call: SetOrderEmailCall): Promise<OrderEmailView>;
  removeOrderEmail(caller: Caller, orderNo: string, requestId: string): Promise<OrderEmailView>;
  /** Ends the e-mails about the order whose e-mails contain the token. An unknown token changes nothing. */
  unsubscribe(token: string, requestId: string): Promise<void>;
  /** The language of the e-mails with this token; undefined: the token is no longer valid. */
  languageOfUnsubscribe(token: string): Promise<Language | undefined>;
}

export function createOrderEmails(deps: ActDeps & Pick<Deps, 'mailer'>): OrderEmails {
  return {
    viewOrderEmail: (caller, orderNo) => viewOrderEmail(deps, caller, orderNo),
    setOrderEmail: (call) => setOrderEmail(deps, call),
    removeOrderEmail: (caller, orderNo, requestId) => removeOrderEmail(deps, caller, orderNo, requestId),
    unsubscribe: (token, requestId) => unsubscribe(deps, token, requestId),
    languageOfUnsubscribe: (token) => languageOfUnsubscribe(deps, token),
  };
}
