/**
 * Small copies of photos, kept in this browser only: `before` is the photo of an order, to compare the result with;
 * `result` is a finished picture, for the list of orders; `draft` is a photo of a form. If the browser does
 * not allow the storage, for example in a private window, or does not answer, the page works without them.
 */

const databaseName = 'photokiosk';
const databaseVersion = 2;
const kinds = ['before', 'result', 'draft'] as const;
const keptMax = 60;
/** How long the photo of a form is kept: after a day the service has deleted the upload. */
const draftKeptMs = 24 * 60 * 60_000;
/** How long the page waits for the storage. Some browsers never answer, and a customer must not wait for a copy. */
const answerMsMax = 2_000;

/** What is stored under a key. Earlier versions of the page stored the photo alone. */
interface Kept {
  readonly photo: Blob;
  /** Milliseconds since 1970. */
  readonly keptAt: number;
}

export type KeptKind = (typeof kinds)[number];

/** The key of a `draft`. It contains the `path` of the upload, so that no copy is shown for another photo. */
export const draftCopyKey = (goodsId: number, path: string): string => `${goodsId}:${path}`;

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(databaseName, databaseVersion);
    opening.onupgradeneeded = () => {
      const { result: database } = opening;
      for (const kind of kinds) {
        if (!database.objectStoreNames.contains(kind)) database.createObjectStore(kind);
      }
    };
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
    opening.onblocked = () => reject(new Error('another tab holds the storage of an older version'));
  });
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Runs `act` and closes the database. @returns null if the browser allows no storage. */
async function withStore<T>(
  kind: KeptKind,
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => Promise<T>,
): Promise<T | null> {
  try {
    const database = await open();
    // Close the database when a tab with a newer version of the page wants to upgrade it.
    database.onversionchange = () => database.close();
    const value = await act(database.transaction(kind, mode).objectStore(kind));
    database.close();
    return value;
  } catch {
    // Ignore the error: the page shows no photo.
    return null;
  }
}

/** Like `withStore`. @returns null also if the browser does not answer in time; a change may still be made later. */
function within<T>(...task: Parameters<typeof withStore<T>>): Promise<T | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), answerMsMax);
    void withStore(...task).then((value) => {
      clearTimeout(timer);
      resolve(value);
    });
  });
}

/** Deletes the oldest copies beyond `keptMax`, and the photos of forms that are older than `draftKeptMs`. */
export async function keepPhoto(kind: KeptKind, key: string, photo: Blob): Promise<void> {
  await within(kind, 'readwrite', async (store) => {
    const now = Date.now();
    await resultOf(store.put({ photo, keptAt: now } satisfies Kept, key));
    // Both lists are in the sequence of the keys.
    const keys = await resultOf(store.getAllKeys());
    const values: unknown[] = await resultOf(store.getAll());
    const byAge = keys
      .map((stored, i) => ({ stored, keptAt: isKept(values[i]) ? values[i].keptAt : 0 }))
      .toSorted((one, other) => one.keptAt - other.keptAt);
    const spareCount = Math.max(0, byAge.length - keptMax);
    const keptFrom = kind === 'draft' ? now - draftKeptMs : 0;
    const spare = byAge.filter(({ keptAt }, index) => index < spareCount || keptAt < keptFrom);
    for (const { stored } of spare) await resultOf(store.delete(stored));
  });
}

export async function keptPhoto(kind: KeptKind, key: string): Promise<Blob | null> {
  const found: unknown = await within(kind, 'readonly', (store) => resultOf(store.get(key)));
  if (isKept(found)) return found.photo;
  return found instanceof Blob ? found : null;
}

function isKept(value: unknown): value is Kept {
  return typeof value === 'object' && value !== null && 'photo' in value && value.photo instanceof Blob;
}
