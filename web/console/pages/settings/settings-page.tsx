/** The page of the shop's settings. One form saves all changed settings together. */

import { Anchor, Button, Group, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import type { SettingName, SettingValue } from '../../../../src/domain/shop-settings.ts';
import type { ShopSettingsList } from '../../api/types.ts';
import { FormError } from '../../components/form-error.tsx';
import { LeaveGuard } from '../../components/leave-guard.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { showError, showSuccess } from '../../components/toast.ts';
import { fieldErrorOf } from '../../format/error-text.ts';
import { Card } from '../../layout/card.tsx';
import { Page } from '../../layout/page.tsx';
import { useMay } from '../../session/use-session.ts';
import { useWords } from '../../texts/words.ts';
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

type Edits = Readonly<Partial<Record<SettingName, SettingValue>>>;

function SettingsForm(newest: ShopSettingsList) {
  const { t } = useWords();
  const mayChange = useMay()('settings_change');
  const [edits, setEdits] = useState<Edits>({});
  // The settings that the operator saw at the first edit. The service compares their version when it saves, so that a
  // change by another operator since then is not overwritten unseen.
  const [seen, setSeen] = useState<ShopSettingsList | null>(null);
  const { settings, version } = seen ?? newest;
  const save = useSaveSettings();
  const isEdited = Object.keys(edits).length > 0;
  const discard = () => {
    setEdits({});
    setSeen(null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isEdited || save.isPending) return;
    save.mutate(
      { values: edits, resets: [], version },
      {
        onSuccess: () => {
          discard();
          showSuccess(t.settings.saved);
        },
      },
    );
  };
  const edit = (name: SettingName, value: SettingValue, stored: SettingValue) => {
    const { [name]: _, ...others } = edits;
    const next = value === stored ? others : { ...others, [name]: value };
    setEdits(next);
    setSeen(Object.keys(next).length === 0 ? null : { settings, version });
  };
  const reset = (name: SettingName) =>
    save.mutate(
      { values: {}, resets: [name], version },
      {
        onSuccess: (saved) => {
          setSeen((before) => (before === null ? null : saved));
          showSuccess(t.settings.saved);
        },
        onError: showError,
      },
    );
  return (
    <form onSubmit={submit}>
      {isEdited && <LeaveGuard />}
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
                      onChange={(value) => edit(setting.name, value, setting.value)}
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
            <Button variant="default" disabled={!isEdited} onClick={discard}>
              {t.settings.discard}
            </Button>
            <Button type="submit" loading={save.isPending} disabled={!isEdited}>
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
