/** Calls about documents. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { refetchAfterChange } from '../../../shared/api/query-client.ts';
import { get, post } from '../../api/call.ts';
import type { DocumentPreview, Documents, ListedDocument } from '../../api/types.ts';

const key = ['documents'] as const;

export function useDocuments() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => get<Documents>('documents', {}, signal),
    staleTime: 30_000,
  });
}

interface DocumentChange {
  readonly id: string;
  /** The version that the page shows; null for a document that no operator has changed, and for a new one. */
  readonly version: number | null;
  readonly onSale: boolean;
  readonly rule?: object;
  readonly restore?: boolean;
}

export function useChangeDocument() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version, onSale, rule, ...change }: DocumentChange) =>
      post<ListedDocument>(`documents/${encodeURIComponent(id)}`, {
        ...change,
        ...(rule === undefined ? {} : { rule: JSON.stringify(rule) }),
        on_sale: onSale,
        ...(version === null ? {} : { seen_version: version }),
      }),
    onSettled: () => refetchAfterChange(client, [key]),
  });
}

export function usePreview() {
  return useMutation({
    mutationFn: (rule: object) => post<DocumentPreview>('document_preview', { rule: JSON.stringify(rule) }),
  });
}
