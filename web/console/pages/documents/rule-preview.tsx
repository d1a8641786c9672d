/**
 * A photo of a sample face made by the rule in the form, with the lines of the rule and the checks that do not pass.
 */

import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { DocumentRule } from '../../../../src/domain/documents/document-rule.ts';
import type { ReportLine } from '../../../../src/domain/documents/judge-photo.ts';
import { valueText } from '../../../../src/domain/documents/value-text.ts';
import { backgroundCss } from '../../../shared/background-css.ts';
import { RuleLines } from '../../../shared/rule-lines.tsx';
import { FormError } from '../../components/form-error.tsx';
import { useWords } from '../../texts/words.ts';
import { usePreview } from './documents-api.ts';

/** Scrolls the dialog to the result, which is below the visible part on most screens. */
function showWholly(element: HTMLElement | null): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element?.scrollIntoView({ block: 'nearest', behavior: isCalm ? 'auto' : 'smooth' });
}

function rangeText({ min, max, unit }: Pick<ReportLine, 'min' | 'max' | 'unit'>): string {
  if (min === null) return max === null ? '' : `≤ ${valueText(max, unit)}`;
  return max === null ? `≥ ${valueText(min, unit)}` : `${valueText(min, unit)} – ${valueText(max, unit)}`;
}

/** @param rule null: the form is not complete. */
export function RulePreview({ rule }: { readonly rule: DocumentRule | null }) {
  const { t, language } = useWords();
  const preview = usePreview();
  const { data, variables } = preview;
  // A preview that was made before the last edit shows another rule, so it is hidden.
  const shown = data !== undefined && JSON.stringify(variables) === JSON.stringify(rule) ? data : undefined;
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shown !== undefined || preview.error !== null) showWholly(result.current);
  }, [shown, preview.error]);
  const others = shown?.report.filter(({ verdict }) => verdict !== 'pass') ?? [];
  return (
    <Stack gap="sm" align="flex-start">
      <Button
        variant="default"
        leftSection={<IconEye size={16} aria-hidden />}
        disabled={rule === null}
        loading={preview.isPending}
        onClick={() => rule !== null && preview.mutate(rule)}
      >
        {t.documents.preview}
      </Button>
      <Stack ref={result} gap="sm" align="flex-start">
        <FormError error={preview.error} />
        {shown !== undefined && shown.preview === null && (
          <Alert color="bad">{t.documents.previewRefused}</Alert>
        )}
        {shown !== undefined && shown.preview !== null && (
          <>
            <div
              className="rule-sample"
              style={{ background: backgroundCss(rule?.backgrounds[0] ?? 'white') }}
            >
              <img src={shown.preview} alt={t.documents.previewAlt} />
              <RuleLines marks={shown.marks} />
            </div>
            <Text size="xs" c="dimmed">
              {t.documents.sampleNote}
            </Text>
            <Text size="sm" fw={600}>
              {t.documents.previewLines(shown.report.length - others.length, shown.report.length)}
            </Text>
            {others.map(({ name, title, value, min, max, unit, verdict }) => (
              <Alert key={name} color={verdict === 'fail' ? 'bad' : 'busy'} py="xs">
                {`${title[language]}: ${value === null ? '–' : valueText(value, unit)} (${rangeText({ min, max, unit })})`}
              </Alert>
            ))}
          </>
        )}
      </Stack>
    </Stack>
  );
}
