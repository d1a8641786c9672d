/** The form that adds a document or changes its rule, with a preview on a sample face. */

import { Alert, Button, Group, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ListedDocument } from '../../api/types.ts';
import { CancelButton } from '../../components/cancel-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FormError } from '../../components/form-error.tsx';
import { showSuccess } from '../../components/toast.ts';
import { ruleFaultText } from '../../format/rule-field-text.ts';
import { useWords } from '../../texts/words.ts';
import { useChangeDocument } from './documents-api.ts';
import { draftOf, parseDraft, ruleOf } from './rule-draft.ts';
import { RuleFields } from './rule-fields.tsx';
import { RulePreview } from './rule-preview.tsx';

interface DocumentDialogProps {
  /** Null: a new document. */
  readonly document: ListedDocument | null;
  readonly onClose: () => void;
}

export function DocumentDialog({ document, onClose }: DocumentDialogProps) {
  const { t, language } = useWords();
  const shipped = document === null ? null : ruleOf(document);
  const [draft, setDraft] = useState(() => draftOf(shipped));
  const [isTried, setTried] = useState(false);
  const change = useChangeDocument();
  const { rule, fault } = parseDraft(draft);
  const seen = { version: document?.version ?? null, onSale: document?.on_sale ?? true };

  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (rule === null || change.isPending) return;
    change.mutate(
      { ...seen, id: rule.id, rule },
      {
        onSuccess: () => {
          showSuccess(t.documents.saved(rule.names[language]));
          onClose();
        },
      },
    );
  }

  function restore(): void {
    if (shipped === null) return;
    change.mutate(
      { ...seen, id: shipped.id, restore: true },
      {
        onSuccess: () => {
          showSuccess(t.documents.restored(shipped.names[language]));
          onClose();
        },
      },
    );
  }

  const title = shipped === null ? t.documents.add : t.documents.editTitle(shipped.names[language]);
  return (
    <Dialog size="lg" onClose={onClose} isBusy={change.isPending} title={title} closesOutside={false}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <RuleFields
            draft={draft}
            isNew={document === null}
            wrongField={isTried ? (fault?.field ?? null) : null}
            onChange={(path, value) => setDraft({ ...draft, [path]: value })}
          />
          <RulePreview rule={rule} />
          {isTried && fault !== null && (
            <Alert color="bad" role="alert">
              {ruleFaultText(fault)}
            </Alert>
          )}
          <FormError error={change.error} />
          <Group justify="space-between" gap="xs">
            {document?.origin === 'changed' ? (
              <Button variant="default" onClick={restore} disabled={change.isPending}>
                {t.documents.restore}
              </Button>
            ) : (
              <span />
            )}
            <Group gap="xs">
              <CancelButton />
              <Button type="submit" loading={change.isPending}>
                {t.common.save}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
