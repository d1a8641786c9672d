/** The packages of a Debian system as components of a bill of materials, read from `/var/lib/dpkg/status`. */

import type { BomComponent } from './bom.ts';

export function debianPackages(status: string): BomComponent[] {
  return status
    .split('\n\n')
    .map((paragraph) => new Map([...paragraph.matchAll(/^([A-Za-z-]+): (.*)$/gm)].map((m) => [m[1], m[2]])))
    .filter((fields) => fields.get('Status') === 'install ok installed')
    .map((fields) => {
      const name = fields.get('Package') ?? '';
      const version = fields.get('Version') ?? '';
      const architecture = fields.get('Architecture') ?? '';
      const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}`;
      return { 'bom-ref': purl, type: 'library', name, version, purl };
    });
}
