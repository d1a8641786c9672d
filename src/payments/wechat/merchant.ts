/** The merchant and the application for which payments are made. */

export interface Merchant {
  readonly mchId: string;
  readonly appId: string;
}
