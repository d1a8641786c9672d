/** Metrics of the bytes that clients upload. */

import { Counter, type Registry } from 'prom-client';

export interface UploadMeter {
  readonly bytes: Counter;
  readonly refusals: Counter;
}

export function meterUploads(registry: Registry): UploadMeter {
  const registers = [registry];
  return {
    bytes: new Counter({
      name: 'photokiosk_upload_bytes_total',
      help: 'Bytes of uploads that were admitted, whether the photo was accepted or not.',
      registers,
    }),
    refusals: new Counter({
      name: 'photokiosk_upload_quota_refusals_total',
      help: 'Uploads that were refused because the client had used its bytes of the day.',
      registers,
    }),
  };
}
