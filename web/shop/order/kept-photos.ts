/**
 * Small copies of photos, kept in this browser only: `before` is the photo of an order, to compare the result with;
 * `result` is a finished picture, for the list of orders; `draft` is the photo of a form, by the good; the
 * copies of several photos of a form have the good and the `path` of the upload as their key. If the browser does not
 * allow the storage, for example in a private window, the page works without them.
 */

const databaseName = 'photokiosk';
const databaseVersion = 2;
const kinds = ['before', 'result', 'draft'] as const;
const keptMax = 30;

export type KeptKind = (typeof kinds)[number];

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
async function within<T>(
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

/** Deletes the oldest copies beyond 30. Order numbers begin with their time, so the oldest have the lowest keys. */
export async function keepPhoto(kind: KeptKind, key: string, photo: Blob): Promise<void> {
  await within(kind, 'readwrite', async (store) => {
    await resultOf(store.put(photo, key));
    const keys = await resultOf(store.getAllKeys());
    for (const old of keys.slice(0, Math.max(0, keys.length - keptMax))) await resultOf(store.delete(old));
  });
}

export async function keptPhoto(kind: KeptKind, key: string): Promise<Blob | null> {
  const found: unknown = await within(kind, 'readonly', (store) => resultOf(store.get(key)));
  return found instanceof Blob ? found : null;
}
