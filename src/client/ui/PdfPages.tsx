import 'react-pdf/dist/Page/TextLayer.css'
import { Box, Button, Flex, Text } from '@chakra-ui/react'
import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Document, Page } from 'react-pdf'
import * as parser from 'react-pdf/dist/pdf.worker.entry.js'
import { ExpandIcon, ShrinkIcon } from './icons.tsx'

// Importing the module registers the parser, so that pdf.js fetches no worker. Its package declares it free of side
// effects: it has to be used, or the bundler removes it.
Object.freeze(parser)

interface PdfPagesProps {
  readonly blob: Blob
  /** The name of the frame that the page scrolls in. */
  readonly label: string
  /** Shown instead of a document that cannot be read. */
  readonly failed: string
  /** Called once the document can be read. */
  readonly onReady?: () => void
  /** The frame's greatest height. */
  readonly maxHeight?: string
}

/** A PDF, one page at a time: fitted to the width, or at twice the width in a frame that scrolls. */
export function PdfPages({ blob, label, failed, onReady, maxHeight = 'max(16rem, 62dvh)' }: PdfPagesProps) {
  const { t } = useTranslation()
  const [pages, setPages] = useState(0)
  const [page, setPage] = useState(1)
  const [isLarge, setIsLarge] = useState(false)
  const { measure, frame, width } = useWidth()

  function show(next: number): void {
    setPage(next)
    frame.current?.scrollTo(0, 0)
  }
  return (
    <Box>
      {pages > 0 && <SizeButton isLarge={isLarge} onChange={setIsLarge} />}
      <Box
        ref={measure}
        role="region"
        aria-label={label}
        tabIndex={0}
        borderWidth="1px"
        rounded="md"
        overflow="auto"
        maxH={maxHeight}
        focusVisibleRing="inside"
      >
        <Document
          file={blob}
          onLoadSuccess={({ numPages }) => {
            setPages(numPages)
            onReady?.()
          }}
          loading={<Text role="status">{t('loading')}</Text>}
          error={
            <Text role="alert" py="6">
              {failed}
            </Text>
          }
        >
          {width > 0 && (
            <Page pageNumber={page} width={isLarge ? 2 * width : width} renderAnnotationLayer={false} />
          )}
        </Document>
      </Box>
      {pages > 1 && <Pager page={page} pages={pages} onShow={show} />}
    </Box>
  )
}

interface SizeButtonProps {
  readonly isLarge: boolean
  readonly onChange: (isLarge: boolean) => void
}

function SizeButton({ isLarge, onChange }: SizeButtonProps) {
  const { t } = useTranslation('steps')
  return (
    <Flex justify="flex-end" mb="2">
      <Button size="sm" variant="outline" onClick={() => onChange(!isLarge)}>
        {isLarge ? <ShrinkIcon /> : <ExpandIcon />}
        {t(isLarge ? 'files.fit' : 'files.enlarge')}
      </Button>
    </Flex>
  )
}

interface PagerProps {
  readonly page: number
  readonly pages: number
  readonly onShow: (page: number) => void
}

function Pager({ page, pages, onShow }: PagerProps) {
  const { t } = useTranslation()
  return (
    <Flex align="center" justify="center" gap="3" mt="3">
      <Button size="sm" variant="outline" disabled={page <= 1} onClick={() => onShow(page - 1)}>
        {t('tablePrevious')}
      </Button>
      <Text aria-live="polite">{t('tablePage', { page, pages })}</Text>
      <Button size="sm" variant="outline" disabled={page >= pages} onClick={() => onShow(page + 1)}>
        {t('tableNext')}
      </Button>
    </Flex>
  )
}

/** The width inside a frame in whole pixels, also after a phone was turned; 0 until it is known. */
function useWidth() {
  const [width, setWidth] = useState(0)
  const frame = useRef<HTMLElement | null>(null)
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return
    frame.current = element
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { measure, frame, width }
}
