/** Whether this tab left for a payment of an order: who comes back unpaid is told what that may mean. */

const prefix = 'photokiosk.paying.';

export function markLeftToPay(orderNo: string): void {
  try {
    sessionStorage.setItem(`${prefix}${orderNo}`, '1');
  } catch {
    // Then nothing is told.
  }
}

export function hasLeftToPay(orderNo: string): boolean {
  try {
    return sessionStorage.getItem(`${prefix}${orderNo}`) !== null;
  } catch {
    return false;
  }
}
