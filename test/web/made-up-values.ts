/** Values that the made-up responses of the console’s API share. */

export const scriptTitle = '<script>alert(1)</script><img src=x onerror=alert(2)>';

export const at = '2026-11-21T04:33:56.000Z';
export const later = '2026-11-21T04:34:36.000Z';
export const orderNo = '1M7Y80X4N81AQTQZBCWQV4AB3T9A';
