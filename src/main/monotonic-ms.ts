/** The monotonic clock in milliseconds, which does not change when the system's clock is set. */

export const monotonicMs = () => performance.now();
