/**
 * A small copy of each ordered photo, kept in this browser only, to compare the result with. If the browser
 * does not allow the storage, for example in a private window, the result is shown without its photo.
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

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Deletes the oldest copies beyond 30. Order numbers begin with their time, so the oldest have the lowest keys. */
export async function keepBeforePhoto(orderNo: string, photo: Blob): Promise<void> {
  try {
    const database = await open();
    const store = database.transaction(storeName, 'readwrite').objectStore(storeName);
    await resultOf(store.put(photo, orderNo));
    const keys = await resultOf(store.getAllKeys());
    for (const old of keys.slice(0, Math.max(0, keys.length - keptMax))) await resultOf(store.delete(old));
    database.close();
  } catch {
    // Ignore the error: the result will be shown without its photo.
  }
}

export async function beforePhoto(orderNo: string): Promise<Blob | null> {
  try {
    const database = await open();
    const found: unknown = await resultOf(
      database.transaction(storeName).objectStore(storeName).get(orderNo),
    );
    database.close();
    return found instanceof Blob ? found : null;
  } catch {
    return null;
  }
}
