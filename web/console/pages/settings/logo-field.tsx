/** The shop's logo: an uploaded image, or the built-in one. */

import { Button, FileButton, Group, Input } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { errorText } from '../../format/error-text.ts';
import { useWords } from '../../texts/words.ts';
import { uploadIcon } from '../goods/goods-api.ts';

interface LogoFieldProps {
  readonly label: string;
  /** Empty: the built-in logo. */
  readonly value: string;
  readonly disabled: boolean;
  readonly error: string | null;
  readonly onChange: (logo: string) => void;
}

export function LogoField({ label, value, disabled, error, onChange }: LogoFieldProps) {
  const { t } = useWords();
  const upload = useMutation({ mutationFn: uploadIcon, onSuccess: ({ icon }) => onChange(icon) });
  const pick = (file: File | null) => {
    if (file !== null) upload.mutate(file);
  };
  return (
    <Input.Wrapper
      label={label}
      description={t.settings.logoNote}
      error={upload.isError ? errorText(upload.error) : error}
      labelElement="div"
    >
      <Group gap="xs" mt={6}>
        <img
          className="logo-sample"
          src={value === '' ? '/icons/photokiosk.svg' : value}
          alt=""
          width="48"
          height="48"
        />
        <FileButton
          onChange={pick}
          accept="image/png,image/webp"
          disabled={disabled}
          inputProps={{ 'aria-label': t.settings.logoFile }}
        >
          {(props) => (
            <Button {...props} variant="default" size="xs" loading={upload.isPending} disabled={disabled}>
              {t.goods.upload}
            </Button>
          )}
        </FileButton>
      </Group>
    </Input.Wrapper>
  );
}
