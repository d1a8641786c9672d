/** Reads the platform certificates that WeChat Pay returns encrypted. */

import { type KeyObject, X509Certificate } from 'node:crypto';
import type { Instant } from '../../domain/zoned-time.ts';
import type { Fields } from '../json-object.ts';
import { fieldsOf, textOf } from './json-fields.ts';
import { openSealed } from './sealed-resource.ts';

export interface PlatformCertificate {
  /** In upper case. */
  readonly serial: string;
  readonly key: KeyObject;
  readonly from: Instant;
  readonly until: Instant;
}

/**
 * @param answer the body of `GET /v3/certificates`.
 * @returns the certificates that the APIv3 key opens. The result is empty if the list is not genuine.
 */
export function readCertificates(answer: Fields, apiV3Key: KeyObject): readonly PlatformCertificate[] {
  const { data } = answer;
  return Array.isArray(data) ? data.flatMap((item: unknown) => readOne(fieldsOf(item), apiV3Key)) : [];
}

function readOne(item: Fields, apiV3Key: KeyObject): PlatformCertificate[] {
  const pem = openSealed(apiV3Key, fieldsOf(item.encrypt_certificate));
  const serial = textOf(item, 'serial_no')?.toUpperCase();
  if (pem === undefined || serial === undefined) return [];
  try {
    const certificate = new X509Certificate(pem);
    if (leanSerial(certificate.serialNumber) !== leanSerial(serial)) return [];
    const { publicKey: key, validFrom, validTo } = certificate;
    return [{ serial, key, from: Date.parse(validFrom), until: Date.parse(validTo) }];
  } catch {
    return [];
  }
}

function leanSerial(serial: string): string {
  return serial.toUpperCase().replace(/^0+/, '');
}
