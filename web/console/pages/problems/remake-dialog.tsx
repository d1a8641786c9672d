/** The dialog that answers a problem with a new picture, made with the settings of the order or with other settings. */

import { Checkbox, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { backgroundColours, idPhotoSizeNames } from '../../../../src/domain/goods/id-photo.ts';
import { documentBackgrounds } from '../../../../src/domain/goods/photo-background.ts';
import type { OrderDetail } from '../../api/types.ts';
import { nameOf } from '../../texts/name-of.ts';
import { useWords } from '../../texts/words.ts';
import { AnswerDialog } from './answer-dialog.tsx';
import { isChanged, isCropOnly, type PictureSettings, sentSettings, settingsOf } from './picture-settings.ts';
import { problemCalls } from './problems-api.ts';
import { ReplyField } from './reply-field.tsx';

interface SettingsProps {
  readonly order: OrderDetail;
  readonly settings: PictureSettings;
  readonly onChange: (settings: PictureSettings) => void;
}

function Settings({ order, settings, onChange }: SettingsProps) {
  const { t } = useWords();
  const isSized = order.funct_name === 'mark_order_id_photo';
  const names: readonly string[] = isSized ? documentBackgrounds : backgroundColours;
  const color = String(settings.color ?? '');
  const change = (changed: PictureSettings) => onChange({ ...settings, ...changed });
  const ordered = settingsOf(order);
  const isRestored = order.funct_name === 'mark_order_photo_restore';
  const flag = (name: 'correct' | 'crop_only' | 'colour' | 'enlarge', label: string) => (
    <Checkbox
      label={label}
      checked={settings[name] === 1}
      onChange={(event) => change({ [name]: event.currentTarget.checked ? 1 : 0 })}
    />
  );
  return (
    <Stack gap="sm">
      {'color' in settings && !isCropOnly(settings) && (
        <NativeSelect
          label={t.names.orderDetail.color}
          value={color}
          onChange={(event) => change({ color: event.currentTarget.value })}
          data={[...new Set([color, ...names])].map((value) => ({
            value,
            label: nameOf(t.names.colour, value),
          }))}
        />
      )}
      {'size' in settings && (
        <NativeSelect
          label={t.names.orderDetail.size}
          value={String(settings.size)}
          onChange={(event) => change({ size: event.currentTarget.value })}
          data={idPhotoSizeNames.map((value) => ({ value, label: nameOf(t.names.photoSize, value) }))}
        />
      )}
      {isSized && !isCropOnly(settings) && flag('correct', t.names.orderDetail.correct)}
      {isSized && flag('crop_only', t.names.orderDetail.crop_only)}
      {typeof ordered.cut_strokes === 'string' && !isCropOnly(settings) && (
        <Checkbox
          label={t.names.orderDetail.cut_strokes}
          checked={settings.cut_strokes !== undefined}
          onChange={(event) => {
            const { cut_strokes: _, ...others } = settings;
            const strokes = event.currentTarget.checked ? { cut_strokes: ordered.cut_strokes ?? '' } : {};
            onChange({ ...others, ...strokes });
          }}
        />
      )}
      {isRestored && flag('colour', t.names.orderDetail.colour)}
      {isRestored && flag('enlarge', t.names.orderDetail.enlarge)}
    </Stack>
  );
}

interface RemakeDialogProps {
  readonly order: OrderDetail;
  readonly problemId: number;
  readonly onClose: () => void;
}

export function RemakeDialog({ order, problemId, onClose }: RemakeDialogProps) {
  const { t } = useWords();
  const [settings, setSettings] = useState(() => settingsOf(order));
  const sent = sentSettings(settings);
  const isUnchanged = !isChanged(sent, settingsOf(order));
  const hasSettings = Object.keys(settings).length > 0;
  const [isOther, setIsOther] = useState(hasSettings);
  const [reply, setReply] = useState('');
  return (
    <AnswerDialog
      title={t.problems.remakeTitle}
      text={t.problems.remakeText}
      confirm={t.problems.remake}
      isComplete={!isOther || !isUnchanged}
      act={() => problemCalls.remake(problemId, isOther ? sent : null, reply.trim())}
      doneMessage={() => t.problems.remaking}
      onClose={onClose}
    >
      {hasSettings && (
        <SegmentedControl
          aria-label={t.problems.otherSettings}
          value={isOther ? 'other' : 'same'}
          onChange={(value) => setIsOther(value === 'other')}
          data={[
            { value: 'other', label: t.problems.otherSettings },
            { value: 'same', label: t.problems.sameSettings },
          ]}
        />
      )}
      {isOther && <Settings order={order} settings={settings} onChange={setSettings} />}
      {(!isOther || isUnchanged) && (
        <Text size="sm" c="dimmed">
          {isOther ? t.problems.remakeUnchanged : t.problems.remakeSame}
        </Text>
      )}
      <ReplyField value={reply} onChange={setReply} />
    </AnswerDialog>
  );
}
