/** Internal notes about an order, a customer or an item of the inbox, and the form that adds one. */

import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Note } from '../../api/types.ts';
import { ActionDialog } from '../../components/action-dialog.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { FormError } from '../../components/form-error.tsx';
import { showSuccess } from '../../components/toast.ts';
import { Card } from '../../layout/card.tsx';
import { useMay, useSession } from '../../session/use-session.ts';
import { useWords } from '../../texts/words.ts';
import { type ChangeNote, useNoteDraft, useNoteDrafts } from './note-drafts.ts';
import { type NoteTarget, noteCalls, useNotes, useNotesChanged } from './notes-api.ts';

const noteLengthMax = 2000;

interface NoteFormProps {
  readonly target: NoteTarget;
  /** What the operator has typed, and how to change it. */
  readonly draft: readonly [text: string, change: ChangeNote];
}

function NoteForm({ target, draft: [text, setText] }: NoteFormProps) {
  const { t } = useWords();
  const changed = useNotesChanged();
  const add = useMutation({
    mutationFn: (sent: string) => noteCalls.add(target, sent),
    onSuccess: (_, sent) => {
      showSuccess(t.notes.added);
      // The operator may have typed on while the call ran.
      setText((now) => (now.trim() === sent ? '' : now));
    },
    onSettled: changed,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && !add.isPending) add.mutate(text.trim());
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Textarea
          label={t.notes.label}
          placeholder={t.notes.placeholder}
          value={text}
          maxLength={noteLengthMax}
          autosize
          minRows={2}
          onChange={({ currentTarget: { value } }) => setText(() => value)}
        />
        <FormError error={add.error} />
        <Group justify="flex-end">
          <Button
            type="submit"
            size="xs"
            variant="default"
            disabled={text.trim() === ''}
            loading={add.isPending}
          >
            {t.notes.add}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function NoteEntry({ note, onRemove }: { readonly note: Note; readonly onRemove?: () => void }) {
  const { t } = useWords();
  return (
    <div className="note">
      <Group justify="space-between" gap="xs" className="entry-head">
        <Text size="xs" c="dimmed" className="untrusted-text">
          {note.operator} · <DateTime at={note.created_at} />
        </Text>
        {onRemove !== undefined && (
          <Button size="compact-xs" variant="subtle" color="quiet" onClick={onRemove}>
            {t.notes.remove}
          </Button>
        )}
      </Group>
      <Text size="sm" className="untrusted-text note-text">
        {note.text}
      </Text>
    </div>
  );
}

export function Notes({ target, draft }: NoteFormProps) {
  const { t } = useWords();
  const may = useMay();
  const { operator } = useSession();
  const query = useNotes(target);
  const changed = useNotesChanged();
  const [removed, setRemoved] = useState<Note | null>(null);
  const notes = query.data?.pages.flatMap((page) => page.notes);
  const mayRemove = (note: Note) =>
    may('inbox_work') && (note.operator === operator.name || may('operators_manage'));
  return (
    <Stack gap="sm">
      {query.isError && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
      {notes?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.notes.none}
        </Text>
      )}
      {notes?.map((note) => (
        <NoteEntry
          key={note.id}
          note={note}
          {...(mayRemove(note) ? { onRemove: () => setRemoved(note) } : {})}
        />
      ))}
      {query.hasNextPage && (
        <Button
          size="xs"
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t.common.loadMore}
        </Button>
      )}
      {may('inbox_work') && <NoteForm target={target} draft={draft} />}
      {removed !== null && (
        <ActionDialog
          title={t.notes.removeTitle}
          confirmLabel={t.notes.remove}
          isDangerous
          reason="none"
          act={() => noteCalls.remove(removed.id)}
          onDone={changed}
          doneMessage={t.notes.removed}
          onClose={() => setRemoved(null)}
        >
          {t.notes.removeText}
        </ActionDialog>
      )}
    </Stack>
  );
}

export function NotesCard({ target }: { readonly target: NoteTarget }) {
  const { t } = useWords();
  const { drafts } = useNoteDrafts();
  const draft = useNoteDraft(drafts, `${target.kind} ${target.id}`);
  return (
    <Card title={t.notes.title} note={t.notes.onlyColleagues}>
      <Notes target={target} draft={draft} />
    </Card>
  );
}
