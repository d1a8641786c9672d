/**
 * Numbers of the orders made in this browser, newest first. A guest's number opens the order even after the
 * cookie is gone. Storage may be full or forbidden: then nothing is remembered, and nothing breaks.
 */

const key = 'photokiosk.orders';
const keptMax = 50;

export function rememberedOrders(): readonly string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  } catch {
    return [];
  }
}

export function rememberOrder(orderNo: string): void {
  const others = rememberedOrders().filter((known) => known !== orderNo);
  try {
    localStorage.setItem(key, JSON.stringify([orderNo, ...others].slice(0, keptMax)));
  } catch {
    // The cookie still leads to the order.
  }
}

export function forgetOrder(orderNo: string): void {
  try {
    localStorage.setItem(key, JSON.stringify(rememberedOrders().filter((known) => known !== orderNo)));
  } catch {
    // It will be asked for once more.
  }
}
