/**
 * Remembers that this tab has opened the payment page of an order, so that the page can explain what
 * happened when the customer returns without having paid.
 */

const prefix = 'photokiosk.paying.';

export function markLeftToPay(orderNo: string): void {
  try {
    sessionStorage.setItem(`${prefix}${orderNo}`, '1');
  } catch {
    // Ignore the error: without storage, a return without a payment is not explained.
  }
}

export function hasLeftToPay(orderNo: string): boolean {
  try {
    return sessionStorage.getItem(`${prefix}${orderNo}`) !== null;
  } catch {
    return false;
  }
}
