import { Button, Flex, Text } from '@chakra-ui/react'
import { type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { useSessionId } from '#client/store/session-provider.tsx'
import { FilePreview } from '#client/ui/FilePreview.tsx'
import { fileSizeText } from '#client/ui/file-size-text.ts'
import { DownloadIcon, FileIcon } from '#client/ui/icons.tsx'
import { previewKind } from '#client/ui/preview-kind.ts'
import { useDownload } from '#client/ui/use-download.ts'
import { sha256Hex } from '#domain/log/canonical-json.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Failure } from '#protocol/outcome.ts'
import { digestHex } from '#seal/bytes.ts'

interface AttachedFileProps {
  readonly file: {
    readonly fileId: string
    /** Its ending says what the file holds. */
    readonly name: string
    readonly size: number
    /** The digest in the log; missing until the objection is submitted. */
    readonly sha256?: string
  }
  /** Further buttons. */
  readonly children?: ReactNode
}

/** An objection's file: previewed where it is a picture or a PDF, and downloaded. */
export function AttachedFile({ file, children }: AttachedFileProps) {
  const { t } = useTranslation('objections')
  const load = useLoad(file)
  const [shown, setShown] = useState(false)
  const { busy, download } = useDownload()

  return (
    <Flex borderWidth="1px" rounded="md" px="3" py="2" gap="3" align="center" wrap="wrap">
      <FileIcon color="fg.muted" />
      <Text flex="1 1 12rem" minW="0" overflowWrap="anywhere" title={file.sha256 && `SHA-256 ${file.sha256}`}>
        {file.name}{' '}
        <Text as="span" color="fg.muted" textStyle="sm" whiteSpace="nowrap">
          {fileSizeText(file.size)}
        </Text>
      </Text>
      <Flex gap="2" wrap="wrap">
        {previewKind(file.name) && (
          <Button
            size="xs"
            variant="outline"
            aria-label={t('previewOf', { name: file.name })}
            onClick={() => setShown(true)}
          >
            <FileIcon />
            {t('preview')}
          </Button>
        )}
        <Button
          size="xs"
          variant="outline"
          loading={busy}
          aria-label={t('downloadOf', { name: file.name })}
          onClick={() => download(load, file.name)}
        >
          <DownloadIcon />
          {t('download')}
        </Button>
        {children}
      </Flex>
      {shown && <FilePreview name={file.name} load={load} onClose={() => setShown(false)} />}
    </Flex>
  )
}

/** Loads the file; fails when its digest differs from the one in the log. */
function useLoad({
  fileId,
  sha256,
}: AttachedFileProps['file']): (
  signal?: AbortSignal,
) => Promise<Result<Blob, Pick<Failure, 'code' | 'message'>>> {
  const { t } = useTranslation('objections')
  const session = useSessionId()
  return useCallback(
    async (signal) => {
      const query = { objectionFileGuid: fileId }
      const answer = await api('getYiYiFuJian', { query, session, ...(signal && { signal }) })
      if (!answer.ok) return answer
      const altered = sha256 !== undefined && (await digestOf(answer.value)) !== sha256
      return altered ? err({ code: 'altered', message: t('altered') }) : ok(answer.value)
    },
    [fileId, sha256, session, t],
  )
}

/** Computed by the browser where `crypto.subtle` exists, which is on secure pages only. */
async function digestOf(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  return globalThis.crypto.subtle ? digestHex(bytes) : sha256Hex(bytes)
}
