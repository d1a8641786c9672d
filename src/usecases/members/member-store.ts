/** The part of the store's port for users and their memberships. */

import type { MembershipGrant } from '../../domain/membership.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { Payer } from '../ports/payment-provider.ts';

export interface User {
  readonly id: number;
  readonly kind: 'guest' | 'user';
  readonly memberUntil: Instant | null;
  /** Tokens of an earlier generation are not valid. The service issues no tokens to a user of the identity provider. */
  readonly tokenGeneration: number;
  readonly createdAt: Instant;
  /** When the person was erased; null: not erased. */
  readonly erasedAt: Instant | null;
  /** The user to whom everything of this user was moved; null: nothing was moved. */
  readonly absorbedInto: number | null;
}

/** A user, and the issuer that authenticated the user. */
export interface UserOrigin extends User {
  /** Null: a guest. `account:…`: the user has signed in only with an account at a payment provider. */
  readonly issuer: string | null;
}

/** A user's account at a payment provider. */
export interface ProviderAccount {
  readonly provider: string;
  /** The provider's id of the customer. */
  readonly accountId: string;
  readonly userId: number;
  /** Sealed. */
  readonly sessionKey: string;
  readonly updatedAt: Instant;
}

export interface UserRecord extends User {
  readonly issuer: string | null;
  readonly subject: string | null;
}

export interface UserFigures {
  readonly orders: number;
  readonly lastOrderAt: Instant | null;
  /** What the user has paid for orders that are neither refunded nor being refunded, by currency. */
  readonly spent: readonly {
    readonly currency: string;
    readonly amountMinor: number;
    readonly orders: number;
  }[];
}

export interface GrantRecord extends MembershipGrant {
  readonly orderNo: string | null;
  /** The price of the order; null: an operator granted the months. */
  readonly orderPriceMinor: number | null;
  readonly grantedBy: string | null;
  readonly reason: string | null;
  readonly revokedBy: string | null;
  readonly revokeReason: string | null;
}

export interface MemberReads {
  userById(id: number): Promise<User | undefined>;
  /** Finds a user by the issuer and subject of the identity provider. */
  userBySubject(issuer: string, subject: string): Promise<User | undefined>;
  /**
   * Users that match every field that is not null, newest first: at most `limit`, with `id` below `beforeId`. `subject`
   * also finds the user to whom an account with this id at a payment provider belongs.
   */
  searchUsers(
    filter: { readonly id: number | null; readonly subject: string | null },
    beforeId: number | null,
    limit: number,
  ): Promise<UserRecord[]>;
  /** The account with which the user signed in last at this provider. The session key is sealed. */
  payerOf(userId: number, provider: string): Promise<Payer | undefined>;
  /** The user to whom an account at a provider belongs. */
  userByAccount(provider: string, accountId: string): Promise<UserOrigin | undefined>;
  originOf(userId: number): Promise<UserOrigin | undefined>;
  /** The number of the user's orders, the time of the last one, and the amounts that the user has spent. */
  figuresOf(userId: number): Promise<UserFigures>;
  grantsOf(userId: number): Promise<MembershipGrant[]>;
  grantRecordsOf(userId: number): Promise<GrantRecord[]>;
  /**
   * The users with `id` above `afterId`, sorted by id, at most `limit`. `isEmpty`: `purgeGuest` would delete the
   * user.
   */
  emptyGuests(
    afterId: number,
    limit: number,
  ): Promise<{ readonly id: number; readonly createdAt: Instant; readonly isEmpty: boolean }[]>;
}

export interface MemberWrites extends MemberReads {
  insertGuest(now: Instant): Promise<User>;
  /** Returns the user with this issuer and subject, and creates it unless it exists. */
  insertUserOfSubject(issuer: string, subject: string, now: Instant): Promise<User>;
  /** Inserts the account, or replaces the user and the session key of the stored account. */
  saveAccount(account: ProviderAccount): Promise<void>;
  /**
   * Moves the orders, membership months, accounts and consents of one user to another. The caller must then compute
   * the ends of both memberships again.
   */
  moveBelongings(fromUserId: number, toUserId: number): Promise<void>;
  /**
   * Records to whom a user was moved; a later move changes nothing. From then on, the token of a guest counts as no
   * token. Any other user becomes a guest without a name and without valid tokens, and the uploads move too.
   */
  markAbsorbed(from: Pick<User, 'id' | 'kind'>, toUserId: number): Promise<void>;
  /** Reads a user and prevents other transactions from erasing or absorbing the user until this transaction ends. */
  holdUser(userId: number): Promise<User | undefined>;
  /** Reads a user and prevents other transactions from changing the membership until this transaction ends. */
  lockUser(userId: number): Promise<User | undefined>;
  /** Ends all tokens of a guest. @returns the generation of the next token. */
  endTokens(userId: number): Promise<number>;
  /**
   * Deletes a guest who has no orders, uploads, months or accounts, with the guest's consents. Does nothing for other
   * users.
   */
  purgeGuest(userId: number): Promise<void>;
  setMemberUntil(userId: number, until: Instant | null): Promise<void>;
  insertGrant(grant: Omit<MembershipGrant, 'id' | 'monthsRefunded' | 'revokedAt'>): Promise<void>;
  /**
   * Removes refunded months from the grant of an order. @throws Error when the grant is revoked or has too few
   * months.
   */
  takeBackMonths(orderId: number, months: number): Promise<void>;
  revokeGrantOfOrder(orderId: number, now: Instant): Promise<void>;
  insertOperatorGrant(grant: {
    readonly userId: number;
    readonly months: number;
    readonly grantedAt: Instant;
    readonly grantedBy: string;
    readonly reason: string;
  }): Promise<number>;
  endGrant(id: number, at: Instant, by: string, reason: string): Promise<void>;
}
