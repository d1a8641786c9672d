/**
 * Remembers that this tab has opened the payment page of an order or a series. When the customer returns, the page waits
 * until the service knows whether it was paid. The functions take the `returnKey` of the payable.
 */

const prefix = 'photokiosk.paying.';

export function markLeftToPay(key: string): void {
  try {
    sessionStorage.setItem(`${prefix}${key}`, '1');
  } catch {
    // Ignore the error: without storage, the customer who returns sees the form to pay.
  }
}

export function hasLeftToPay(key: string): boolean {
  try {
    return sessionStorage.getItem(`${prefix}${key}`) !== null;
  } catch {
    return false;
  }
}

/** Call it when the customer says that nothing was paid, or starts another payment. */
export function forgetLeftToPay(key: string): void {
  try {
    sessionStorage.removeItem(`${prefix}${key}`);
  } catch {
    // Ignore the error: without storage, there is nothing to forget.
  }
}
