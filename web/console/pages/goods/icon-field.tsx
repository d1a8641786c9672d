/** Chooses a product's icon: a built-in one, one that another product uses, or an upload. */

import { Button, FileButton, Group, Input, Text, UnstyledButton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { errorText } from '../../format/error-text.ts';
import { useWords } from '../../texts/words.ts';
import { goodUploads, uploadIcon, useGoods } from './goods-api.ts';
import { iconAddress } from './icon-address.ts';

const builtIn = ['colourise', 'id-photo', 'restore', 'vip', 'photokiosk'].map((name) => `/icons/${name}.svg`);
const sizeBytesMax = 1_000_000;

interface IconFieldProps {
  readonly value: string;
  readonly onChange: (icon: string) => void;
}

export function IconField({ value, onChange }: IconFieldProps) {
  const { t } = useWords();
  const goods = useGoods();
  const upload = useMutation({
    mutationKey: goodUploads,
    mutationFn: uploadIcon,
    onSuccess: ({ icon }) => onChange(icon),
  });
  // A product may store a built-in icon with its full address. List such an icon only once.
  const used = (goods.data?.goods ?? []).map(({ icon }) => icon);
  const choices = [
    ...new Set([value, ...used, ...builtIn.filter((icon) => !used.some((one) => one.endsWith(icon)))]),
  ];
  const pick = (file: File | null) => {
    if (file !== null) upload.mutate(file);
  };
  return (
    <Input.Wrapper
      label={t.goods.icon}
      description={t.goods.iconNote(sizeBytesMax / 1_000_000)}
      error={upload.isError ? errorText(upload.error) : null}
      labelElement="div"
    >
      <Group gap="xs" mt={6} role="group" aria-label={t.goods.icon}>
        {choices.map((icon) => (
          <UnstyledButton
            key={icon}
            className="icon-choice"
            aria-pressed={icon === value}
            aria-label={icon.split('/').at(-1) ?? icon}
            onClick={() => onChange(icon)}
          >
            <img src={iconAddress(icon)} alt="" width="44" height="44" />
          </UnstyledButton>
        ))}
        <FileButton
          onChange={pick}
          accept="image/png,image/webp"
          inputProps={{ 'aria-label': t.goods.iconFile }}
        >
          {(props) => (
            <Button {...props} variant="default" size="xs" loading={upload.isPending}>
              {t.goods.upload}
            </Button>
          )}
        </FileButton>
      </Group>
      {upload.isSuccess && upload.data.icon === value && (
        <Text size="xs" c="dimmed" mt={4}>
          {t.goods.uploaded(upload.data.width, upload.data.height)}
        </Text>
      )}
    </Input.Wrapper>
  );
}
