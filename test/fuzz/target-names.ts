/** The names of all fuzz targets, in the order in which `npm run fuzz` runs them. */

export const targetNames = [
  ...[
    'multipart',
    'json',
    'form',
    'events',
    'notification',
    'image',
    'token',
    'address',
    'config',
    'message',
  ],
] as const;
