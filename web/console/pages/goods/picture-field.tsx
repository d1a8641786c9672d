/** The large picture of a product: an upload, or none. */

import { Button, FileButton, Group, Input } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { errorText } from '../../format/error-text.ts';
import { useWords } from '../../texts/words.ts';
import { goodUploads, uploadPicture } from './goods-api.ts';

const sizeBytesMax = 10_000_000;

interface PictureFieldProps {
  /** Empty: no picture. */
  readonly value: string;
  readonly onChange: (picture: string) => void;
}

export function PictureField({ value, onChange }: PictureFieldProps) {
  const { t } = useWords();
  const upload = useMutation({
    mutationKey: goodUploads,
    mutationFn: uploadPicture,
    onSuccess: ({ picture }) => onChange(picture),
  });
  const pick = (file: File | null) => {
    if (file !== null) upload.mutate(file);
  };
  return (
    <Input.Wrapper
      label={t.goods.picture}
      description={t.goods.pictureNote(sizeBytesMax / 1_000_000)}
      error={upload.isError ? errorText(upload.error) : null}
      labelElement="div"
    >
      <Group gap="xs" mt={6}>
        {value !== '' && <img className="picture-thumbnail" src={value} alt="" width="96" height="72" />}
        <FileButton
          onChange={pick}
          accept="image/jpeg,image/png,image/webp"
          inputProps={{ 'aria-label': t.goods.pictureFile }}
        >
          {(props) => (
            <Button {...props} variant="default" size="xs" loading={upload.isPending}>
              {t.goods.upload}
            </Button>
          )}
        </FileButton>
        {value !== '' && (
          <Button variant="subtle" color="quiet" size="xs" onClick={() => onChange('')}>
            {t.goods.removePicture}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
