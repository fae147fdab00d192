import { Button, Flex } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { OpenInToolButton } from '#client/session/OpenInToolButton.tsx'
import { useSession, useSessionId } from '#client/store/session-provider.tsx'
import { DownloadIcon } from '#client/ui/icons.tsx'
import { useDownload } from '#client/ui/use-download.ts'
import type { BidFileState } from '#domain/submission/bid-state.ts'
import { bidFileTypeOf } from '#protocol/bid-file-type.ts'

/** Downloads a bidder's own file as submitted, or opens it in the region's tool (REST-8). */
export function OwnFileActions({ file: { kind, submission } }: { file: BidFileState }) {
  const { t } = useTranslation('steps')
  const session = useSessionId()
  const bidFileType = useSession(({ state }) => bidFileTypeOf(kind, state.tender))
  const { busy, download } = useDownload()
  const { fileId, fileName } = submission
  return (
    <Flex gap="2" wrap="wrap" data-no-print>
      <Button
        size="sm"
        variant="outline"
        loading={busy}
        aria-label={t('files.downloadOf', { name: fileName })}
        onClick={() => download(() => api('getBidFile', { query: { BidFileId: fileId }, session }), fileName)}
      >
        <DownloadIcon />
        {t('files.download')}
      </Button>
      <OpenInToolButton
        fileName={fileName}
        address={() => api('GetBidFileUrl', { query: { bidFileType }, session })}
      />
    </Flex>
  )
}
