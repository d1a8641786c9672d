/**
 * A small copy of each ordered photo, in this browser only, to compare the result with. Everything here may
 * fail (private windows): then there is no comparison.
 */

const databaseName = 'photokiosk';
const storeName = 'before';
const keptMax = 30;

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(databaseName, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

function ended<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Order numbers begin with their time: the lowest keys are the oldest photos. */
export async function keepBeforePhoto(orderNo: string, photo: Blob): Promise<void> {
  try {
    const database = await open();
    const store = database.transaction(storeName, 'readwrite').objectStore(storeName);
    await ended(store.put(photo, orderNo));
    const keys = await ended(store.getAllKeys());
    for (const old of keys.slice(0, Math.max(0, keys.length - keptMax))) await ended(store.delete(old));
    database.close();
  } catch {
    // No comparison later.
  }
}

export async function beforePhoto(orderNo: string): Promise<Blob | null> {
  try {
    const database = await open();
    const found: unknown = await ended(database.transaction(storeName).objectStore(storeName).get(orderNo));
    database.close();
    return found instanceof Blob ? found : null;
  } catch {
    return null;
  }
}
