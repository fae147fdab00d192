import { Button, Flex, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { useSend, useSession, useSessionId } from '#client/store/session-provider.tsx'
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx'
import { Field } from '#client/ui/Field.tsx'
import { FilePicker } from '#client/ui/FilePicker.tsx'
import { fileSizeText } from '#client/ui/file-size-text.ts'
import { CrossIcon, DownloadIcon, FileIcon } from '#client/ui/icons.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { Timestamp } from '#client/ui/Timestamp.tsx'
import { toast } from '#client/ui/Toast.tsx'
import { useDownload } from '#client/ui/use-download.ts'
import {
  attachmentEndings,
  attachmentMegabytes,
  attachmentNameLength,
} from '#domain/objections/attachment.ts'
import type { OpeningFile, OpeningFilePurpose } from '#domain/opening-files/opening-file.ts'

interface OpeningFilesProps {
  readonly purpose: OpeningFilePurpose
  /** The viewer may add and delete files now. */
  readonly editable: boolean
}

/** Files of the opener: problems of the opening (FIL-1), or what deposits were checked with (FIL-2). */
export function OpeningFiles({ purpose, editable }: OpeningFilesProps) {
  const { t } = useTranslation('steps')
  const all = useSession(({ state }) => state.openingFiles)
  const files = all.filter((one) => one.purpose === purpose)
  return (
    <Panel title={t(`ending.files.title.${purpose}`)}>
      <Stack gap="3">
        {purpose === 'problem' && editable && <Text color="fg.muted">{t('ending.files.hint')}</Text>}
        {editable && <Upload purpose={purpose} />}
        {files.length === 0 && <Text color="fg.muted">{t(`ending.files.none.${purpose}`)}</Text>}
        {files.map((one) => (
          <FileRow key={one.file.fileId} one={one} editable={editable} />
        ))}
      </Stack>
    </Panel>
  )
}

const accepted = attachmentEndings.map((ending) => `.${ending}`).join(',')
const uploads = {
  problem: 'UploadBidOpenFuJian',
  'deposit-check': 'UploadBaoZhengJinHeDuiWenJian',
} as const satisfies Record<OpeningFilePurpose, string>

function Upload({ purpose }: { purpose: OpeningFilePurpose }) {
  const { t } = useTranslation('steps')
  const session = useSessionId()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function upload([file]: readonly File[]) {
    if (!file) return
    const form = new FormData()
    form.append('FormCollection', file, file.name)
    setBusy(true)
    setProblem(null)
    const answer = await api(uploads[purpose], { form, session })
    setBusy(false)
    if (answer.ok) toast.success(t('ending.files.uploaded'))
    else setProblem(`${t('ending.files.uploadFailed')}${answer.error.message}`)
  }

  return (
    <Field
      label={t('ending.files.add')}
      limit={
        busy
          ? t('ending.files.uploading')
          : t('ending.files.limit', { megabytes: attachmentMegabytes, maximum: attachmentNameLength })
      }
      error={problem}
    >
      <FilePicker accept={accepted} onFiles={upload} disabled={busy} />
    </Field>
  )
}

function FileRow({ one, editable }: { one: OpeningFile; editable: boolean }) {
  const { t } = useTranslation('steps')
  const { file, at, purpose } = one
  const session = useSessionId()
  const { busy, download } = useDownload()
  const [deleting, setDeleting] = useState(false)
  const send = useSend()
  const load = () =>
    purpose === 'problem'
      ? api('getBidOpenFuJian', { query: { id: file.fileId }, session })
      : api('GetBaoZhengJinHeDuiWenJian', { query: { fileID: file.fileId }, session })

  async function remove(): Promise<boolean> {
    const done = await toastIfRefused(send('RemoveOpeningFile', { purpose, fileId: file.fileId }), {
      failed: t('ending.files.deleteFailed'),
    })
    if (done) toast.success(t('ending.files.deleted'))
    return done
  }

  return (
    <Flex borderWidth="1px" rounded="md" px="3" py="2" gap="3" align="center" wrap="wrap">
      <FileIcon color="fg.muted" />
      <Text flex="1 1 12rem" minW="0" overflowWrap="anywhere" title={`SHA-256 ${file.sha256}`}>
        {file.name}{' '}
        <Text as="span" color="fg.muted" textStyle="sm">
          {fileSizeText(file.size)} · <Timestamp at={at} />
        </Text>
      </Text>
      <Button
        size="xs"
        variant="outline"
        loading={busy}
        aria-label={t('ending.files.downloadOf', { name: file.name })}
        onClick={() => download(load, file.name)}
      >
        <DownloadIcon />
        {t('ending.reports.download')}
      </Button>
      {editable && (
        <Button
          size="xs"
          variant="outline"
          aria-label={t('ending.files.deleteOf', { name: file.name })}
          onClick={() => setDeleting(true)}
        >
          <CrossIcon />
          {t('ending.files.delete')}
        </Button>
      )}
      <ConfirmDialog
        open={deleting}
        onClose={() => setDeleting(false)}
        title={t('ending.files.deleteOf', { name: file.name })}
        confirmLabel={t('ending.files.delete')}
        official={false}
        onConfirm={remove}
      >
        {t('ending.files.deleteBody')}
      </ConfirmDialog>
    </Flex>
  )
}
