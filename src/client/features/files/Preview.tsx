import { Box, chakra, Spinner, Text } from '@chakra-ui/react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { useSessionId } from '#client/store/session-provider.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import type { ShownFile } from './FileView.tsx'
import { previewKind } from './preview-kind.ts'

const PdfPages = lazy(async () => ({ default: (await import('./PdfPages.tsx')).PdfPages }))

type Content =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'ready'; readonly blob: Blob }

/** One file on the screen, fetched when it is opened. */
export function Preview({ file, onClose }: { file: ShownFile; onClose: () => void }) {
  const { t } = useTranslation('steps')
  const content = useContent(file.fileId)
  const kind = previewKind(file.FILE_NAME)
  return (
    <Dialog open onClose={onClose} title={file.FILE_NAME} size="xl">
      <Box minH="12rem">
        {content.status === 'loading' && <Waiting />}
        {content.status === 'failed' && <Text role="alert">{content.message}</Text>}
        {content.status === 'ready' && kind?.kind === 'image' && (
          <Picture blob={content.blob} type={kind.type} name={file.FILE_NAME} />
        )}
        {content.status === 'ready' && kind?.kind === 'pdf' && (
          <Suspense fallback={<Waiting />}>
            <PdfPages blob={content.blob} failed={t('files.unreadable')} />
          </Suspense>
        )}
      </Box>
    </Dialog>
  )
}

function useContent(fileId: string): Content {
  const session = useSessionId()
  const [content, setContent] = useState<Content>({ status: 'loading' })
  useEffect(() => {
    const leaving = new AbortController()
    setContent({ status: 'loading' })
    void api('getTenderFile', { query: { fileId }, session, signal: leaving.signal }).then((answer) => {
      if (leaving.signal.aborted) return
      setContent(
        answer.ok
          ? { status: 'ready', blob: answer.value }
          : { status: 'failed', message: answer.error.message },
      )
    })
    return () => leaving.abort()
  }, [fileId, session])
  return content
}

function Picture({ blob, type, name }: { blob: Blob; type: string; name: string }) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    // By its ending, never by what the bytes pretend to be.
    const made = URL.createObjectURL(new Blob([blob], { type }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob, type])
  return url && <chakra.img src={url} alt={name} maxW="full" mx="auto" />
}

function Waiting() {
  const { t } = useTranslation()
  return (
    <Box role="status" aria-label={t('loading')} py="10" textAlign="center">
      <Spinner />
    </Box>
  )
}
