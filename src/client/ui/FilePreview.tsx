import { Box, chakra, Spinner, Text } from '@chakra-ui/react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Result } from '#lib/result.ts'
import { Dialog } from './Dialog.tsx'
import { previewKind } from './preview-kind.ts'

const PdfPages = lazy(async () => ({ default: (await import('./PdfPages.tsx')).PdfPages }))

type Content =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'ready'; readonly blob: Blob }

export type LoadFile = (signal: AbortSignal) => Promise<Result<Blob, { readonly message: string }>>

interface FilePreviewProps {
  readonly name: string
  /** Called when the preview opens, and whenever the function changes (`useCallback`). */
  readonly load: LoadFile
  readonly onClose: () => void
}

/** Fetches a file and shows it as its name's suffix says. */
export function FilePreview({ name, load, onClose }: FilePreviewProps) {
  const { t } = useTranslation('steps')
  const content = useContent(load)
  const kind = previewKind(name)
  return (
    <Dialog open onClose={onClose} title={name} size="xl">
      <Box minH="12rem">
        {content.status === 'loading' && <Waiting />}
        {content.status === 'failed' && <Text role="alert">{content.message}</Text>}
        {content.status === 'ready' && kind?.kind === 'image' && (
          <Picture blob={content.blob} type={kind.type} name={name} />
        )}
        {content.status === 'ready' && kind?.kind === 'pdf' && (
          <Suspense fallback={<Waiting />}>
            <PdfPages blob={content.blob} label={name} failed={t('files.unreadable')} />
          </Suspense>
        )}
      </Box>
    </Dialog>
  )
}

function useContent(load: LoadFile): Content {
  const [content, setContent] = useState<Content>({ status: 'loading' })
  useEffect(() => {
    const leaving = new AbortController()
    setContent({ status: 'loading' })
    void load(leaving.signal).then((answer) => {
      if (leaving.signal.aborted) return
      setContent(
        answer.ok
          ? { status: 'ready', blob: answer.value }
          : { status: 'failed', message: answer.error.message },
      )
    })
    return () => leaving.abort()
  }, [load])
  return content
}

function Picture({ blob, type, name }: { blob: Blob; type: string; name: string }) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    // By its suffix, never by its content.
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
