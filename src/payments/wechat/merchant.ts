/**
 * The merchant who receives the money, and the application (mini program or official account) in which customers pay.
 */

export interface Merchant {
  readonly mchId: string;
  readonly appId: string;
}
