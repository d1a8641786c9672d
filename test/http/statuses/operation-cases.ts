/** The form of the status tests: for each operation a call that succeeds, and one call per refusal. */

import type { ErrorCode } from '../../../src/domain/errors.ts';
import type { OperatorRole } from '../../../src/domain/operator-roles.ts';
import type { Passwords } from '../../../src/usecases/ports/identity.ts';
import { type ConsoleVisit, openConsole, type Visitor } from '../../support/console-visit.ts';
import { fakePasswords, headerTokens } from '../../support/deps.ts';
import { silentMailer } from '../../support/silent-mailer.ts';

export interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly payload?: object | string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A shop with one operator of each role. All cases share the shop, so each case makes its own orders and items. */
export interface World {
  readonly visit: ConsoleVisit;
  readonly shop: ConsoleVisit['shop'];
  readonly signedIn: Readonly<Record<OperatorRole, Visitor>>;
  /** The password hashing of this shop, which a case may replace. */
  readonly passwords: { hash: Passwords['hash'] };
  /** Whether the shop's file store returns links to an object store, which a case may change. */
  readonly storedFiles: { directLinks: boolean };
  /** Undoes the failures and replacements that a case has set up in the shop. */
  reset(): void;
}

type Prepare = (world: World) => Promise<Call> | Call;

export interface OperationCases {
  readonly success: Prepare;
  /** A call that succeeds with another status than `success`, for operations with two success statuses. */
  readonly otherSuccess?: Prepare;
  /** Refusals that only this operation can produce. `shared-cases.ts` has those that every operation has. */
  readonly refusals: Readonly<Partial<Record<ErrorCode, Prepare>>>;
}

export async function openWorld(settings: { readonly guestsAllowed?: boolean } = {}): Promise<World> {
  const passwords = { ...fakePasswords };
  const storedFiles = { directLinks: false };
  const visit = await openConsole({
    settings: { ...settings, refundApprovalAboveMinor: 1000, emailsOffered: true },
    wrap: (deps) => ({
      ...deps,
      tokens: headerTokens,
      mailer: silentMailer,
      passwords,
      files: {
        ...deps.files,
        async get(key) {
          const stored = await deps.files.get(key);
          if (stored === undefined || !storedFiles.directLinks) return stored;
          return { ...stored, directLink: async () => 'https://store.test/photo.jpg' };
        },
      },
    }),
  });
  await visit.shop.store.transaction(async (tx) => {
    for (const good of await tx.goods.lockAll()) await tx.goods.save({ ...good, onShelf: true });
  });
  for (const role of ['viewer', 'support', 'owner'] as const) await visit.addOperator(role, role);
  return {
    visit,
    shop: visit.shop,
    passwords,
    storedFiles,
    signedIn: {
      viewer: await visit.signIn('viewer'),
      support: await visit.signIn('support'),
      owner: await visit.signIn('owner'),
    },
    reset() {
      const { bank, uploadImages, orderImages } = visit.shop;
      bank.mode = 'up';
      uploadImages.plan = 'made';
      orderImages.plan = 'made';
      passwords.hash = fakePasswords.hash;
      storedFiles.directLinks = false;
    },
  };
}

/** The credential with which a viewer calls an operation of the client API. */
export const viewerCredential = {
  authorization: `Basic ${Buffer.from('viewer:password of viewer').toString('base64')}`,
};

const boundary = 'a-boundary';

/** A multipart body with one file part. */
export function fileForm(field: string): Pick<Call, 'payload' | 'headers'> {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="a.png"\r\n\r\n`;
  return {
    payload: `${head}a picture\r\n--${boundary}--\r\n`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
