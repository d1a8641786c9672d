/** Whether this tab has left for the payment page of an order, so that an unpaid return can be explained. */

const prefix = 'photokiosk.paying.';

export function markLeftToPay(orderNo: string): void {
  try {
    sessionStorage.setItem(`${prefix}${orderNo}`, '1');
  } catch {
    // Without storage an unpaid return is not explained.
  }
}

export function hasLeftToPay(orderNo: string): boolean {
  try {
    return sessionStorage.getItem(`${prefix}${orderNo}`) !== null;
  } catch {
    return false;
  }
}
