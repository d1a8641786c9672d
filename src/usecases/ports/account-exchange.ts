/** Exchanges the code of a customer's sign-in for the account with which the customer pays. */

export interface ExchangedAccount {
  /** The provider's id of the customer, for example the openid of a WeChat user. */
  readonly accountId: string;
  /** The secret of the customer's session at the provider. Never sent to a client. */
  readonly sessionKey: string;
}

/** The provider refused the code: it is wrong, expired or used, or the provider has blocked the customer. */
export class CodeRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CodeRefused';
  }
}

export interface AccountExchange {
  /**
   * The name of the provider: the value of `login`'s parameter `provider`, and the name under which accounts are
   * stored.
   */
  readonly name: string;
  /** Exchanges a code for an account. The provider accepts each code once. @throws CodeRefused, ProviderUnreachable */
  exchange(code: string): Promise<ExchangedAccount>;
}
