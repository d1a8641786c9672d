/** The page of the shop's settings. One form saves all changed settings together. */

import { Anchor, Button, Group, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import type { SettingName, SettingValue } from '../../../../src/domain/shop-settings.ts';
import type { ShopSettingsList } from '../../api/types.ts';
import { FormError } from '../../components/form-error.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { showError, showSuccess } from '../../components/toast.ts';
import { useUnsaved } from '../../components/unsaved-changes.ts';
import { fieldErrorOf } from '../../format/error-text.ts';
import { Card } from '../../layout/card.tsx';
import { Page } from '../../layout/page.tsx';
import { useMay } from '../../session/use-session.ts';
import { useWords } from '../../texts/words.ts';
import { afterSaving, isEdited, noEdits, withoutUnchanged } from './setting-edits.ts';
import { SettingField } from './setting-field.tsx';
import { SettingSource } from './setting-source.tsx';
import { useSaveSettings, useSettings } from './settings-api.ts';

const groups = [
  ['look', ['shop_name', 'logo', 'accent']],
  ['legal', ['contact', 'company', 'terms_url', 'privacy_url']],
  ['opening', ['orders_open', 'closed_note_en', 'closed_note_zh']],
  ['consent', ['face_consent', 'face_consent_en', 'face_consent_zh']],
  [
    'labels',
    [
      'source_type_colourised',
      'source_type_restored',
      'source_type_id_photo',
      'ai_label_colourised',
      'ai_label_restored',
      'ai_label_id_photo',
      'ai_producer',
    ],
  ],
  [
    'retention',
    ['upload_kept_hours', 'result_kept_days', 'member_result_kept_days', 'unpaid_orders_kept_days'],
  ],
] as const satisfies readonly (readonly [string, readonly SettingName[]])[];

function SettingsForm(newest: ShopSettingsList) {
  const { t } = useWords();
  const mayChange = useMay()('settings_change');
  const [draft, setDraft] = useState(noEdits);
  const { edits } = draft;
  const base = draft.seen ?? newest;
  const { settings, version } = base;
  const save = useSaveSettings();
  const hasEdits = isEdited(draft);
  useUnsaved(hasEdits);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!hasEdits || save.isPending) return;
    save.mutate(
      { values: edits, resets: [], version },
      {
        onSuccess: (saved) => {
          setDraft((now) => afterSaving(now, edits, saved));
          showSuccess(t.settings.saved);
        },
        onError: () => setDraft(withoutUnchanged),
      },
    );
  };
  const edit = (name: SettingName, value: SettingValue) => {
    const next = { edits: { ...edits, [name]: value }, seen: base };
    // While a call saves another value, the stored value is an edit too: the call is about to replace it.
    setDraft(save.isPending ? next : withoutUnchanged(next));
  };
  const reset = (name: SettingName) => {
    if (save.isPending) return;
    save.mutate(
      { values: {}, resets: [name], version },
      {
        onSuccess: (saved) => {
          setDraft((now) => (isEdited(now) ? { ...now, seen: saved } : now));
          showSuccess(t.settings.saved);
        },
        onError: showError,
      },
    );
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="lg">
        {groups.map(([group, names]) => (
          <Card key={group} title={t.settings.groups[group]} note={t.settings.groupNotes[group]}>
            <Stack gap="md" className="settings-fields">
              {settings
                .filter(({ name }) => names.some((one) => one === name))
                .map((setting) => (
                  <div key={setting.name}>
                    <SettingField
                      name={setting.name}
                      value={edits[setting.name] ?? setting.value}
                      disabled={!mayChange}
                      error={fieldErrorOf(save.error, setting.name)}
                      onChange={(value) => edit(setting.name, value)}
                    />
                    <SettingSource
                      setting={setting}
                      isEdited={setting.name in edits}
                      onReset={mayChange ? () => reset(setting.name) : null}
                    />
                  </div>
                ))}
            </Stack>
          </Card>
        ))}
        <FormError error={save.error} />
        {mayChange && (
          <Group justify="flex-end" gap="xs" className="settings-buttons">
            <Button
              variant="default"
              disabled={!hasEdits || save.isPending}
              onClick={() => setDraft(noEdits)}
            >
              {t.settings.discard}
            </Button>
            <Button type="submit" loading={save.isPending} disabled={!hasEdits}>
              {t.common.save}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

export function SettingsPage() {
  const { t } = useWords();
  const may = useMay();
  const query = useSettings();
  return (
    <Page
      title={t.layout.pages.settings}
      lead={t.settings.lead}
      actions={
        may('audit_log_see') && (
          <Anchor component={Link} to="/audit-log?target_kind=shop" size="sm">
            {t.settings.history}
          </Anchor>
        )
      }
    >
      <QueryResult query={query}>{(list) => <SettingsForm {...list} />}</QueryResult>
    </Page>
  );
}
