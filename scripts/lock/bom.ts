/** Completes a bill of materials with facts about platform packages, Node binaries and neural networks. */

import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Lock } from './platforms.ts';

export interface BomComponent {
  readonly 'bom-ref': string;
  readonly type: string;
  readonly name: string;
  readonly version?: string;
  readonly purl?: string;
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses?: readonly unknown[];
  readonly externalReferences?: readonly { readonly type: string; readonly url: string }[];
}

export interface Bom {
  readonly $schema: string;
  readonly bomFormat: 'CycloneDX';
  readonly specVersion: '1.5';
  readonly version: 1;
  readonly metadata: { readonly component: BomComponent };
  readonly components: readonly BomComponent[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

export interface NetFile {
  readonly file: string;
  /** An SPDX identifier. */
  readonly licence: string;
  readonly content: Uint8Array;
}

export interface BomFacts {
  readonly lock: Lock;
  /** The SHA-256 of the Node binary by platform, for example `linux-x64`. */
  readonly nodeSha256: Readonly<Record<string, string>>;
  readonly nets: readonly NetFile[];
  /**
   * The SPDX identifiers, by name and version, of packages that state their licence only in one of their files and not
   * in `package.json`.
   */
  readonly statedLicences: Readonly<Record<string, string>>;
}

export function completeBom(bom: Bom, facts: BomFacts): Bom {
  return {
    ...bom,
    components: [
      ...bom.components.map((component) => withLicence(withBinary(component, facts), facts)),
      ...facts.nets.map(netComponent),
    ],
  };
}

function withLicence(component: BomComponent, { lock, statedLicences }: BomFacts): BomComponent {
  if (component.licenses !== undefined) return component;
  const stated = statedLicences[`${component.name}@${component.version}`];
  const licence = stated ?? licenceOfOwner(component, lock);
  return licence === undefined ? component : { ...component, licenses: [statedLicence(licence)] };
}

/** @param licence an SPDX identifier or an expression of several, such as `MIT OR Apache-2.0`. */
export const statedLicence = (licence: string) =>
  /[ ()]/.test(licence) ? { expression: licence } : { license: { id: licence } };

/** A platform package has the licence of the package that it belongs to. */
function licenceOfOwner({ name, version = '' }: BomComponent, { packages }: Lock): string | undefined {
  const owners = Object.entries(packages).filter(
    ([, entry]) => entry.optionalDependencies?.[name] === version,
  );
  const owner = owners.find(([path]) => path !== '')?.[1];
  if (owner !== undefined) return owner.license;
  // The packages with the Node binary are required by the project itself, whose licence does not apply to them. All of
  // them have the same licence, so the licence of any of them is used.
  const siblings = Object.keys(owners[0]?.[1].optionalDependencies ?? {});
  return siblings.map((sibling) => packages[`node_modules/${sibling}`]?.license).find(Boolean);
}

/**
 * Adds the SHA-256 of the Node binary, which `check-binaries.mjs` compares before each start. The lock file
 * has only the hash of the package.
 */
function withBinary(component: BomComponent, { nodeSha256 }: BomFacts): BomComponent {
  const [, os, cpu] = /^node(?:-bin)?-([a-z]+)-([a-z0-9]+)$/.exec(component.name) ?? [];
  const sha256 = nodeSha256[`${os === 'win' ? 'win32' : os}-${cpu}`];
  if (sha256 === undefined) return component;
  const property = { name: 'photokiosk:node-binary-sha256', value: sha256 };
  return { ...component, properties: [...(component.properties ?? []), property] };
}

function netComponent({ file, licence, content }: NetFile): BomComponent {
  const sha256 = createHash('sha256').update(content).digest('hex');
  return {
    'bom-ref': file,
    type: 'machine-learning-model',
    name: basename(file, '.onnx'),
    hashes: [{ alg: 'SHA-256', content: sha256 }],
    licenses: [{ license: { id: licence } }],
    properties: [{ name: 'photokiosk:file', value: file }],
  };
}
