/** Metrics of the disk that holds the data folder. */

import { Gauge, type Registry } from 'prom-client';
import type { Service } from '../../usecases/service.ts';

/**
 * Reads the free space each time Prometheus reads the metrics. When the disk does not respond, the metrics
 * keep their last values.
 */
export function meterDisk(registry: Registry, service: Pick<Service, 'diskSpace'>): void {
  const gauge = (name: string, help: string, of: 'freeBytes' | 'totalBytes') =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const space = await service.diskSpace().catch(() => undefined);
        if (space !== undefined) this.set(space[of]);
      },
    });
  gauge('photokiosk_disk_free_bytes', 'Free space on the disk of the data folder.', 'freeBytes');
  gauge('photokiosk_disk_size_bytes', 'Size of the disk of the data folder.', 'totalBytes');
}
