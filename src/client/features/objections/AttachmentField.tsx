import { Button, Flex, Stack, Text } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { Field } from '#client/ui/Field.tsx'
import { FilePicker } from '#client/ui/FilePicker.tsx'
import { fileSizeText } from '#client/ui/file-size-text.ts'
import { CrossIcon } from '#client/ui/icons.tsx'
import { Progress } from '#client/ui/Progress.tsx'
import {
  attachmentEndings,
  attachmentMegabytes,
  attachmentNameLength,
} from '#domain/objections/attachment.ts'
import { AttachedFile } from './AttachedFile.tsx'
import type { AttachmentDraft } from './use-attachment.ts'

const accepted = attachmentEndings.map((ending) => `.${ending}`).join(',')

/** Chooses the single file of an objection, shows the progress of its upload, and deletes it. */
export function AttachmentField({ attachment }: { attachment: AttachmentDraft }) {
  const { t } = useTranslation('objections')
  const { state, upload, cancel, remove } = attachment
  if (state.status === 'attached') {
    const { file } = state
    return (
      <Stack gap="1.5" role="group" aria-label={t('attachment')}>
        <Text fontWeight="medium" textStyle="sm">
          {t('attachment')}
        </Text>
        <AttachedFile file={file}>
          <Button
            size="xs"
            variant="outline"
            aria-label={t('deleteOf', { name: file.name })}
            onClick={() => void remove()}
          >
            <CrossIcon />
            {t('delete')}
          </Button>
        </AttachedFile>
      </Stack>
    )
  }
  if (state.status === 'uploading') {
    const { name, sent, size } = state
    return (
      <Flex role="group" aria-label={t('attachment')} gap="3" align="flex-end" wrap="wrap">
        <Stack flex="1 1 14rem" minW="0">
          <Progress
            label={t('uploading', { name })}
            done={sent}
            total={size}
            says={`${fileSizeText(sent)} / ${fileSizeText(size)}`}
          />
        </Stack>
        <Button size="sm" variant="outline" onClick={cancel}>
          {t('cancelUpload')}
        </Button>
      </Flex>
    )
  }
  return (
    <Stack gap="2">
      <Field
        label={t('attachment')}
        limit={t('attachmentLimit', { megabytes: attachmentMegabytes, maximum: attachmentNameLength })}
        error={state.problem}
      >
        <FilePicker accept={accepted} onFiles={([file]) => file && void upload(file)} />
      </Field>
      {state.problem !== null && (
        <Button size="xs" variant="outline" alignSelf="flex-start" onClick={cancel}>
          {t('withoutFile')}
        </Button>
      )}
    </Stack>
  )
}
