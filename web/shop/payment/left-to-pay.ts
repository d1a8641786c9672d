/**
 * Remembers that this tab has opened the payment page of an order. When the customer returns, the shop checks the
 * payment: it waits until the service knows what has happened.
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

/** The customer says that nothing was paid, or pays again. */
export function forgetLeftToPay(orderNo: string): void {
  try {
    sessionStorage.removeItem(`${prefix}${orderNo}`);
  } catch {
    // Ignore the error: without storage, there is nothing to forget.
  }
}
