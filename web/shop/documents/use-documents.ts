/** The documents that the shop sells, read once per visit. */

import { useQuery } from '@tanstack/react-query';
import { listDocuments } from '../api/operations.ts';
import type { Document } from '../api/types.ts';

const none: readonly Document[] = [];

/**
 * @param isNeeded false if the page shows no document, so that the documents are not read.
 * @returns null while they load; an empty list if they cannot be read, because the shop can sell the other sizes
 * without them.
 */
export function useDocuments(isNeeded: boolean): readonly Document[] | null {
  const documents = useQuery({
    queryKey: ['documents'],
    queryFn: listDocuments,
    enabled: isNeeded,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return documents.isPending && isNeeded ? null : (documents.data ?? none);
}

/** @returns null for an order without a document, and for a document that is no longer sold. */
export function useDocument(id: string | null): Document | null {
  return useDocuments(id !== null)?.find((document) => document.id === id) ?? null;
}
