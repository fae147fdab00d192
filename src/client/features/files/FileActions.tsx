import { Button, Flex } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { useSessionId } from '#client/store/session-provider.tsx'
import { DownloadIcon, FileIcon } from '#client/ui/icons.tsx'
import { saveFile } from '#client/ui/session/save-file.ts'
import { toast } from '#client/ui/Toast.tsx'
import type { ShownFile } from './FileView.tsx'
import { previewKind } from './preview-kind.ts'

/** Looking at a file, where it can be shown here, and keeping it. */
export function FileActions({ file, onShow }: { file: ShownFile; onShow: (file: ShownFile) => void }) {
  const { t } = useTranslation('steps')
  const session = useSessionId()
  const [busy, setBusy] = useState(false)

  async function download() {
    setBusy(true)
    const answer = await api('getTenderFile', { query: { fileId: file.fileId }, session })
    setBusy(false)
    if (answer.ok) saveFile(answer.value, file.FILE_NAME)
    else toast.error(answer.error.message, answer.error.code)
  }

  return (
    <Flex gap="2" justify="flex-end" wrap="wrap">
      {previewKind(file.FILE_NAME) && (
        <Button
          size="xs"
          variant="outline"
          aria-label={t('files.previewOf', { name: file.FILE_NAME })}
          onClick={() => onShow(file)}
        >
          <FileIcon />
          {t('files.preview')}
        </Button>
      )}
      <Button
        size="xs"
        variant="outline"
        loading={busy}
        aria-label={t('files.downloadOf', { name: file.FILE_NAME })}
        onClick={download}
      >
        <DownloadIcon />
        {t('files.download')}
      </Button>
    </Flex>
  )
}
