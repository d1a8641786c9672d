/** Everything outside that the use cases act through. Each takes the part that it needs. */

import type { FileStore } from './ports/file-store.ts';
import type { Passwords, Tokens } from './ports/identity.ts';
import type { ImageWork } from './ports/image-work.ts';
import type { PaymentProvider } from './ports/payment-provider.ts';
import type { ResultLinks } from './ports/result-links.ts';
import type { ScratchSpace } from './ports/scratch-space.ts';
import type { Store } from './ports/store.ts';
import type { Clock, Log, Random } from './ports/tools.ts';
import type { Settings } from './settings.ts';

export interface Deps {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly settings: Settings;
  readonly tokens: Tokens;
  readonly passwords: Passwords;
  readonly links: ResultLinks;
  readonly files: FileStore;
  readonly scratch: ScratchSpace;
  /** Decodes uploads as they arrive. */
  readonly uploadImages: ImageWork;
  /** Makes what was ordered. */
  readonly orderImages: ImageWork;
  /** The enabled providers, the default first. */
  readonly providers: readonly PaymentProvider[];
}
