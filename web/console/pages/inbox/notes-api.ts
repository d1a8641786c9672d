/** Calls about internal notes. */

import { useQueryClient } from '@tanstack/react-query';
import { refetchAfterChange } from '../../../shared/api/query-client.ts';
import { get, post, remove } from '../../api/call.ts';
import type { Note, NotesPage } from '../../api/types.ts';
import { usePagedList } from '../../hooks/use-paged-list.ts';

export interface NoteTarget {
  readonly kind: string;
  readonly id: number;
}

export function useNotes({ kind, id }: NoteTarget) {
  return usePagedList<NotesPage>({
    key: ['notes', kind, id],
    everyMs: 30_000,
    fetchPage: (before, signal) =>
      get<NotesPage>('notes', { target_kind: kind, target_id: id, before, limit: 20 }, signal),
  });
}

export const noteCalls = {
  add: ({ kind, id }: NoteTarget, text: string) =>
    post<Note>('notes', { target_kind: kind, target_id: id, text }),
  remove: (id: number) => remove(`notes/${id}`),
};

export function useNotesChanged(): () => void {
  const client = useQueryClient();
  return () => refetchAfterChange(client, [['notes'], ['inbox']]);
}
