/**
 * Reads where the service stores files: in a folder of `DATA_DIR`, or in an S3-compatible object store
 * (`s3://bucket/prefix?endpoint=…&region=…`). The credentials come from the environment variables and the file that
 * the tools of AWS use, never from the URL, because URLs appear in logs and process lists.
 */

import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Reader } from './environment-reader.ts';
import { isLocalHost } from './local-host.ts';

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | null;
}

export interface S3Storage {
  readonly kind: 's3';
  /** Origin of the store, without the bucket. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** The text with which every key in the bucket begins: empty, or a path that ends in `/`. */
  readonly prefix: string;
  /** Whether the URL of an object names the bucket in its path (`path`) or in its host name (`virtual`). */
  readonly style: 'path' | 'virtual';
  readonly credentials: S3Credentials;
}

export type Storage = { readonly kind: 'folder' } | S3Storage;

export interface StorageConfig {
  readonly current: Storage;
  /**
   * The store from which `photokiosk files move` moves older files to the current store; null: all files are in the
   * current store.
   */
  readonly former: Storage | null;
  /**
   * How a customer fetches a result that is in an object store: by a presigned link from the store itself, or
   * through the service.
   */
  readonly links: 'presigned' | 'service';
}

interface S3Place {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly prefix: string;
  readonly style: 'path' | 'virtual';
}

interface S3Defaults {
  readonly endpoint: string | null;
  readonly region: string | null;
}

const parameterNames: readonly string[] = ['endpoint', 'region', 'style'];
/** S3's rule for names of buckets, without dots: a dot breaks the certificate of the bucket's host name. */
const bucketForm = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;
const prefixForm = /^([A-Za-z0-9_-]+\/)*$/;
const regionForm = /^[a-z0-9-]{1,64}$/;

export function readStorage(read: Reader, plainHttpAllowed: boolean): StorageConfig {
  const parse = (name: string, value: string | null): S3Place | 'folder' | null => {
    if (value === null || value === 'file:') return value === null ? null : 'folder';
    return placeOf(read, name, value, plainHttpAllowed);
  };
  const current = parse('STORAGE_URL', read.text('STORAGE_URL')) ?? 'folder';
  const former = parse('STORAGE_FORMER_URL', read.text('STORAGE_FORMER_URL'));
  const isNeeded = current !== 'folder' || (former ?? 'folder') !== 'folder';
  const credentials = isNeeded ? readCredentials(read, 'STORAGE_URL', null) : noCredentials;
  const storageOf = (place: S3Place | 'folder'): Storage =>
    place === 'folder' ? { kind: 'folder' } : { kind: 's3', ...place, credentials };
  const config: StorageConfig = {
    current: storageOf(current),
    former: former === null ? null : storageOf(former),
    links: read.choice('STORAGE_LINKS', ['presigned', 'service'], 'presigned'),
  };
  if (config.former !== null && JSON.stringify(config.former) === JSON.stringify(config.current)) {
    read.problems.push('STORAGE_FORMER_URL must differ from STORAGE_URL.');
  }
  return config;
}

/**
 * Reads the address and the credentials of a bucket that is not the shop's own, for example of a backup. The
 * parameter `profile` names a section of the credentials file, so that the bucket can belong to another account.
 * @param name what the address is, for the texts in `read.problems`.
 * @returns null when something is wrong; `read.problems` then says what.
 */
export function readOtherBucket(read: Reader, name: string, value: string): S3Storage | null {
  const plainHttpAllowed = read.choice('PLAIN_HTTP', ['refuse', 'allow'], 'refuse') === 'allow';
  const url = URL.parse(value);
  const profile = url?.searchParams.get('profile') ?? null;
  url?.searchParams.delete('profile');
  const place = placeOf(read, name, url?.href ?? value, plainHttpAllowed);
  if (place === null) return null;
  return { kind: 's3', ...place, credentials: readCredentials(read, name, profile) };
}

/** @returns null when something is wrong; `read.problems` then says what. */
function placeOf(read: Reader, name: string, value: string, plainHttpAllowed: boolean): S3Place | null {
  const place = parseS3Url(value, {
    endpoint: read.url('AWS_ENDPOINT_URL_S3', ['http:', 'https:']),
    region: read.text('AWS_REGION'),
  });
  if (typeof place === 'string') {
    read.problems.push(`${name} ${place}`);
    return null;
  }
  if (isRemotePlainHttp(place.endpoint) && !plainHttpAllowed) {
    read.problems.push(
      `${name} must have an endpoint with https:// unless its host is this machine; PLAIN_HTTP=allow permits http://.`,
    );
  }
  return place;
}

/**
 * @returns the place; or, if `value` is wrong, a text that says why and completes a sentence that begins with the
 * name of the variable.
 */
export function parseS3Url(value: string, defaults: S3Defaults): S3Place | string {
  const url = URL.parse(value);
  if (url === null || url.protocol !== 's3:') {
    return 'must be file: for the folder in DATA_DIR, or s3://bucket?endpoint=…&region=….';
  }
  if (url.username !== '' || url.password !== '') {
    return 'must not contain credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.';
  }
  const unknown = [...url.searchParams.keys()].find((name) => !parameterNames.includes(name));
  if (unknown !== undefined) return `has the unknown parameter ${unknown}.`;
  if (!bucketForm.test(url.hostname)) {
    return 'must name a bucket of 3 to 63 lower-case letters, digits and hyphens.';
  }
  const path = url.pathname.replace(/^\/+|\/+$/g, '');
  const prefix = path === '' ? '' : `${path}/`;
  if (!prefixForm.test(prefix)) return 'must have a prefix of letters, digits, hyphens and slashes.';
  const region = url.searchParams.get('region') ?? defaults.region ?? 'us-east-1';
  if (!regionForm.test(region)) return 'must have a region such as eu-central-1.';
  const givenEndpoint = url.searchParams.get('endpoint') ?? defaults.endpoint;
  const endpoint = originOf(givenEndpoint ?? `https://s3.${region}.amazonaws.com`);
  if (endpoint === null) return 'must have an endpoint such as https://s3.example without a path.';
  const style = url.searchParams.get('style') ?? (givenEndpoint === null ? 'virtual' : 'path');
  if (style !== 'path' && style !== 'virtual') return 'must have a style of path or virtual.';
  return { endpoint, region, bucket: url.hostname, prefix, style };
}

function originOf(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return null;
  const isOrigin = url.pathname === '/' && url.search === '' && url.username === '';
  return isOrigin ? url.origin : null;
}

function isRemotePlainHttp(endpoint: string): boolean {
  const { protocol, hostname } = new URL(endpoint);
  return protocol === 'http:' && !isLocalHost(hostname);
}

const noCredentials: S3Credentials = { accessKeyId: '', secretAccessKey: '', sessionToken: null };

/** @param chosenProfile a section of the credentials file that takes precedence over the variables. */
function readCredentials(read: Reader, name: string, chosenProfile: string | null): S3Credentials {
  const variables = chosenProfile === null;
  const accessKeyId = variables ? read.secret('AWS_ACCESS_KEY_ID') : null;
  const secretAccessKey = variables ? read.secret('AWS_SECRET_ACCESS_KEY') : null;
  const sessionToken = variables ? read.secret('AWS_SESSION_TOKEN') : null;
  const file = read.text('AWS_SHARED_CREDENTIALS_FILE') ?? join(homedir(), '.aws', 'credentials');
  const profile = chosenProfile ?? read.text('AWS_PROFILE') ?? 'default';
  if (accessKeyId !== null && secretAccessKey !== null) {
    return { accessKeyId, secretAccessKey, sessionToken };
  }
  if (accessKeyId !== null || secretAccessKey !== null) {
    read.problems.push('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set together or not at all.');
    return noCredentials;
  }
  const found = existsSync(file) ? profileOf(readFileSync(file, 'utf8'), profile) : null;
  if (found !== null) return found;
  read.problems.push(
    chosenProfile === null
      ? `${name} needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the profile ${profile} in ${file}.`
      : `${name} needs the profile ${profile} in ${file}.`,
  );
  return noCredentials;
}

/** Reads one section of a credentials file of AWS, which has the form of an INI file. */
export function profileOf(text: string, profile: string): S3Credentials | null {
  const values = new Map<string, string>();
  let section = '';
  for (const line of text.split(/\r?\n/)) {
    const heading = /^\s*\[([^\]]+)\]\s*$/.exec(line)?.[1];
    if (heading !== undefined) section = heading.trim();
    const [, name, value] = /^\s*([a-z_]+)\s*=\s*(\S+)\s*$/.exec(line) ?? [];
    if (section === profile && name !== undefined && value !== undefined) values.set(name, value);
  }
  const accessKeyId = values.get('aws_access_key_id');
  const secretAccessKey = values.get('aws_secret_access_key');
  if (accessKeyId === undefined || secretAccessKey === undefined) return null;
  return { accessKeyId, secretAccessKey, sessionToken: values.get('aws_session_token') ?? null };
}
