/**
 * Remembers that this tab has opened the payment page of an order. When the customer returns, the page waits until
 * the service knows whether the order was paid.
 */

const prefix = 'photokiosk.paying.';

export function markLeftToPay(orderNo: string): void {
  try {
    sessionStorage.setItem(`${prefix}${orderNo}`, '1');
  } catch {
    // Ignore the error: without storage, the customer who returns sees the form to pay.
  }
}

export function hasLeftToPay(orderNo: string): boolean {
  try {
    return sessionStorage.getItem(`${prefix}${orderNo}`) !== null;
  } catch {
    return false;
  }
}

/** Call it when the customer says that nothing was paid, or starts another payment. */
export function forgetLeftToPay(orderNo: string): void {
  try {
    sessionStorage.removeItem(`${prefix}${orderNo}`);
  } catch {
    // Ignore the error: without storage, there is nothing to forget.
  }
}
