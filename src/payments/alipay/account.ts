/** The merchant's application at Alipay. */

import type { KeyObject } from 'node:crypto';

export interface AlipayAccount {
  readonly appId: string;
  /** The seller (PID) who receives the money. */
  readonly sellerId: string;
  /** The application's private key. */
  readonly key: KeyObject;
  /** Alipay's public key, not the application's. */
  readonly publicKey: KeyObject;
  readonly gatewayUrl: string;
}
