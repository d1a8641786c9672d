/**
 * Numbers of the orders placed in this browser, newest first. A guest's number opens the order even without
 * the cookie. If the browser's storage is full or forbidden, nothing is remembered, and the page works
 * without it.
 */

const storageKey = 'photokiosk.orders';
const keptMax = 50;

export function rememberedOrders(): readonly string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  } catch {
    return [];
  }
}

export function rememberOrder(orderNo: string): void {
  const others = rememberedOrders().filter((known) => known !== orderNo);
  try {
    localStorage.setItem(storageKey, JSON.stringify([orderNo, ...others].slice(0, keptMax)));
  } catch {
    // Ignore the error of the storage: with the guest's cookie, the page can still find the order.
  }
}

export function forgetOrder(orderNo: string): void {
  const others = rememberedOrders().filter((known) => known !== orderNo);
  try {
    localStorage.setItem(storageKey, JSON.stringify(others));
  } catch {
    // Ignore the error of the storage: the number stays, and the next visit looks the order up again.
  }
}
