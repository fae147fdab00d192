import 'react-pdf/dist/Page/TextLayer.css'
import { Box, Button, Flex, Text } from '@chakra-ui/react'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Document, Page } from 'react-pdf'
import * as parser from 'react-pdf/dist/pdf.worker.entry.js'

// Importing the module registers the parser, so that pdf.js fetches no worker. Its package declares it free of side
// effects: it has to be used, or the bundler removes it.
Object.freeze(parser)

interface PdfPagesProps {
  readonly blob: Blob
  /** Shown instead of a document that cannot be read. */
  readonly failed: string
  /** Called once the document can be read. */
  readonly onReady?: () => void
}

/** A PDF, one page at a time. */
export function PdfPages({ blob, failed, onReady }: PdfPagesProps) {
  const { t } = useTranslation()
  const [pages, setPages] = useState(0)
  const [page, setPage] = useState(1)
  const { measure, width } = useWidth()
  const message = (
    <Text role="alert" py="6">
      {failed}
    </Text>
  )
  return (
    <Box ref={measure}>
      <Document
        file={blob}
        onLoadSuccess={({ numPages }) => {
          setPages(numPages)
          onReady?.()
        }}
        loading={<Text role="status">{t('loading')}</Text>}
        error={message}
      >
        {width > 0 && <Page pageNumber={page} width={width} renderAnnotationLayer={false} />}
      </Document>
      {pages > 1 && (
        <Flex align="center" justify="center" gap="3" mt="3">
          <Button size="sm" variant="outline" disabled={page <= 1} onClick={() => setPage(page - 1)}>
            {t('tablePrevious')}
          </Button>
          <Text aria-live="polite">{t('tablePage', { page, pages })}</Text>
          <Button size="sm" variant="outline" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            {t('tableNext')}
          </Button>
        </Flex>
      )}
    </Box>
  )
}

/** The width of an element in whole pixels, also after a phone was turned; 0 until it is known. */
function useWidth() {
  const [width, setWidth] = useState(0)
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { measure, width }
}
