/** All ports and settings of the use cases. Each use case declares which of them it needs. */

import type { AnyJob } from './jobs/define-job.ts';
import type { DiskSpace } from './jobs/service-facts.ts';
import type { RefusedCounts } from './payments/refused-counts.ts';
import type { AccountExchange } from './ports/account-exchange.ts';
import type { AnswerSeals } from './ports/answer-seals.ts';
import type { FileStore } from './ports/file-store.ts';
import type { Passwords, Tokens } from './ports/identity.ts';
import type { ImageWork } from './ports/image-work.ts';
import type { Mailer } from './ports/mailer.ts';
import type { ReadyMessages } from './ports/order-reports.ts';
import type { PaymentProvider } from './ports/payment-provider.ts';
import type { ResultLinks } from './ports/result-links.ts';
import type { ScratchSpace } from './ports/scratch-space.ts';
import type { SecondFactorTools } from './ports/second-factors.ts';
import type { Store } from './ports/store.ts';
import type { Clock, Log, Random } from './ports/tools.ts';
import type { WebhookSender } from './ports/webhook-sender.ts';
import type { Settings } from './settings.ts';
import type { LiveShopSettings } from './shop/live-shop-settings.ts';

export interface Deps {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly settings: Settings;
  readonly shopSettings: LiveShopSettings;
  readonly tokens: Tokens;
  readonly seals: AnswerSeals;
  readonly passwords: Passwords;
  readonly factors: SecondFactorTools;
  readonly links: ResultLinks;
  readonly files: FileStore;
  readonly scratch: ScratchSpace;
  /** Decodes uploads and icons. Separate from `orderImages`, so that uploads do not wait for ordered pictures. */
  readonly uploadImages: ImageWork;
  /** Makes the ordered pictures. */
  readonly orderImages: ImageWork;
  /** The enabled providers, the default first. */
  readonly providers: readonly PaymentProvider[];
  /** Counts the payment notifications that this process refuses. */
  readonly refusedCounts: RefusedCounts;
  /** Null: no enabled provider has accounts with which customers sign in. */
  readonly accounts: AccountExchange | null;
  /** Null: customers get no message when their picture is ready. */
  readonly readyMessages: ReadyMessages | null;
  /** Null: the shop sends no e-mails. */
  readonly mailer: Mailer | null;
  readonly webhooks: WebhookSender;
  /** Space on the disk that holds the data folder. */
  diskSpace(): Promise<DiskSpace>;
  /** Every kind of job. */
  readonly jobs: readonly AnyJob[];
}
