/** The part of the store's port for the consent to process photos with faces. */

import type { ConsentText, FaceConsent } from '../../domain/face-consent.ts';
import type { Instant } from '../../domain/zoned-time.ts';

export interface ConsentReads {
  /** The newest version of the text; undefined: the shop has never asked for consent. */
  currentText(): Promise<ConsentText | undefined>;
  /** Every consent of a user with its text, the oldest first. */
  ofUser(userId: number): Promise<(FaceConsent & ConsentText)[]>;
  /** The consent of a user to this version; undefined: the user has not consented, or has withdrawn the consent. */
  inForce(userId: number, version: number): Promise<FaceConsent | undefined>;
}

export interface ConsentWrites extends ConsentReads {
  addText(text: ConsentText & { readonly createdBy: string; readonly createdAt: Instant }): Promise<void>;
  /** Records the consent, unless the user has consented to this version already. */
  give(userId: number, version: number, at: Instant): Promise<void>;
  /** Withdraws every consent of the user. */
  withdraw(userId: number, at: Instant): Promise<void>;
  /** Deletes every consent of the user. */
  eraseOf(userId: number): Promise<void>;
}
