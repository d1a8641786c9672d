/** The field of the shop's colour: a picker, the contrast of the colour, and a sample of buttons and links. */

import { Alert, Anchor, Group, Text, TextInput } from '@mantine/core';
import {
  type Accent,
  accentContrast,
  builtInAccent,
  contrastMin,
  darkAccent,
  isHexColour,
  lightAccent,
  readableAccent,
} from '../../../../src/domain/accent-palette.ts';
import { useWords } from '../../texts/words.ts';

interface AccentFieldProps {
  readonly label: string;
  /** Empty: the built-in colour. */
  readonly value: string;
  readonly disabled: boolean;
  readonly error: string | null;
  readonly onChange: (colour: string) => void;
}

function Sample({ accent, isDark }: { readonly accent: Accent; readonly isDark: boolean }) {
  const { t } = useWords();
  return (
    <div className={isDark ? 'accent-sample dark' : 'accent-sample'}>
      <span className="accent-button" style={{ background: accent.accent, color: accent.on }}>
        {t.settings.sampleButton}
      </span>
      <span className="accent-button" style={{ background: accent.soft, color: accent.accent }}>
        {t.settings.sampleChoice}
      </span>
      <span className="accent-link" style={{ color: accent.accent }}>
        {t.settings.sampleLink}
      </span>
    </div>
  );
}

export function AccentField({ label, value, disabled, error, onChange }: AccentFieldProps) {
  const { t } = useWords();
  const colour = value.toLowerCase();
  const isColour = isHexColour(colour);
  const contrast = isColour ? accentContrast(colour) : null;
  const isReadable = contrast !== null && contrast >= contrastMin;
  return (
    <div>
      <TextInput
        label={label}
        description={t.settings.accentNote}
        placeholder={t.settings.builtInColour}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error}
        disabled={disabled}
        // The browser's own picker works with a keyboard, a screen reader and a touch screen.
        rightSection={
          <input
            type="color"
            className="colour-picker"
            aria-label={t.settings.pickColour}
            value={isColour ? colour : builtInAccent}
            onChange={(event) => onChange(event.currentTarget.value)}
            disabled={disabled}
          />
        }
      />
      {contrast !== null && (
        <Text size="xs" c={isReadable ? 'dimmed' : 'bad'} mt={4} role="status">
          {t.settings.contrast(contrast.toFixed(1), String(contrastMin))}
        </Text>
      )}
      {isColour && !isReadable && (
        <Alert color="busy" mt="xs">
          {t.settings.lowContrast}{' '}
          <Anchor component="button" type="button" onClick={() => onChange(readableAccent(colour))}>
            {t.settings.takeInstead(readableAccent(colour))}
          </Anchor>
        </Alert>
      )}
      {isReadable && (
        <Group gap="xs" mt="xs" grow>
          <Sample accent={lightAccent(colour)} isDark={false} />
          <Sample accent={darkAccent(colour)} isDark={true} />
        </Group>
      )}
    </div>
  );
}
