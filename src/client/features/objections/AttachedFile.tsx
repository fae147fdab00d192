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

interface AttachedFileProps {
  readonly file: {
    readonly fileId: string
    /** Ends in what the file holds. */
    readonly name: string
    readonly size: number
    /** What the log says of it; unknown while it is not submitted. */
    readonly sha256?: string
  }
  /** What else can be done with it. */
  readonly children?: ReactNode
}

/** A file of an objection: looked at here where it is a picture or a PDF, and kept. */
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

/** Fetches the file; one that is not what the log is bound to is not given out. */
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

/** By the browser where it can, which it does on safe pages alone. */
async function digestOf(blob: Blob): Promise<string> {
  const bytes = await blob.arrayBuffer()
  if (!globalThis.crypto.subtle) return sha256Hex(new Uint8Array(bytes))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
