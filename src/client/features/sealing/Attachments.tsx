import { useTranslation } from 'react-i18next'
import { Field } from '#client/ui/Field.tsx'
import { FilePicker } from '#client/ui/FilePicker.tsx'
import { maxFileMegabytes } from './seal-in-browser.ts'

interface AttachmentsProps {
  readonly files: readonly File[]
  readonly onFiles: (files: readonly File[]) => void
}

/** The files that go into the sealed bid; they have to be chosen again after a reload. */
export function Attachments({ files, onFiles }: AttachmentsProps) {
  const { t } = useTranslation('sealing')
  return (
    <Field label={t('attach')} limit={t('attachLimit', { megabytes: maxFileMegabytes })}>
      <FilePicker multiple files={files} onFiles={onFiles} />
    </Field>
  )
}
