import { Button, Flex } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { useSessionId } from '#client/store/session-provider.tsx'
import { DownloadIcon, FileIcon } from '#client/ui/icons.tsx'
import { previewKind } from '#client/ui/preview-kind.ts'
import { useDownload } from '#client/ui/use-download.ts'
import type { ShownFile } from './tender-file.ts'

/** Buttons to preview a file, where the browser can show it, and to download it. */
export function FileActions({ file, onShow }: { file: ShownFile; onShow: (file: ShownFile) => void }) {
  const { t } = useTranslation('steps')
  const session = useSessionId()
  const { busy, download } = useDownload()
  const { fileId, FILE_NAME: name } = file

  return (
    <Flex gap="2" justify="flex-end" wrap="wrap">
      {previewKind(name) && (
        <Button
          size="xs"
          variant="outline"
          aria-label={t('files.previewOf', { name })}
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
        aria-label={t('files.downloadOf', { name })}
        onClick={() => download(() => api('getTenderFile', { query: { fileId }, session }), name)}
      >
        <DownloadIcon />
        {t('files.download')}
      </Button>
    </Flex>
  )
}
