import { Box, Button, Stack, Text } from '@chakra-ui/react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useVariant } from '#client/store/variant.tsx'
import { DescriptionList } from '#client/ui/DescriptionList.tsx'
import { DownloadIcon, PrintIcon } from '#client/ui/icons.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { printAlone } from '#client/ui/print-alone.ts'
import { saveFile } from '#client/ui/save-file.ts'
import { useTimeFormat } from '#client/ui/time-format.ts'
import type { BidFileKind } from '#domain/submission/bid-file.ts'
import { receiptFileName, receiptText } from './receipt-text.ts'
import type { AskedBidFile, SealingInfo } from './use-sealing-info.ts'

interface ReceiptPanelProps {
  readonly info: SealingInfo
  readonly kind: BidFileKind
  readonly submission: NonNullable<AskedBidFile['submitted']>
  /** Absent once submission is closed. */
  readonly onReplace?: () => void
}

/** The receipt of a submission: file name, digest and time; to be printed and saved with section and bidder. */
export function ReceiptPanel({ info, kind, submission, onReplace }: ReceiptPanelProps) {
  const { t } = useTranslation('sealing')
  const sheet = useRef<HTMLDivElement>(null)
  const facts = useFacts(info, kind, submission)
  const title = info.bidFiles.length > 1 ? `${t('receipt')}: ${t(`steps:file.kind.${kind}`)}` : t('receipt')
  const notes = [t('receiptCheck'), t('receiptUnsigned')]

  function save() {
    const text = receiptText(t('receipt'), [...facts.section, ...facts.file], notes, t('receiptColon'))
    const name = receiptFileName(info.bdbh, t('receipt'), t(`steps:file.kind.${kind}`))
    saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), name)
  }

  return (
    <Box ref={sheet}>
      <Panel
        title={title}
        actions={
          <>
            <Button variant="outline" onClick={() => sheet.current && printAlone(sheet.current)}>
              <PrintIcon />
              {t('receiptPrint')}
            </Button>
            <Button variant="outline" onClick={save}>
              <DownloadIcon />
              {t('receiptSave')}
            </Button>
          </>
        }
      >
        <Stack gap="4">
          <Notice tone="done" title={t('received')}>
            {t('receivedMeaning')}
          </Notice>
          {/* The page says it above. */}
          <Box display="none" _print={{ display: 'block' }}>
            <DescriptionList items={facts.section} />
          </Box>
          <DescriptionList items={facts.file} />
          <Box display="none" _print={{ display: 'block' }} textStyle="sm">
            {notes.map((note) => (
              <Text key={note}>{note}</Text>
            ))}
          </Box>
          {onReplace && (
            <Stack gap="2" align="flex-start" data-no-print>
              <Button variant="outline" onClick={onReplace}>
                {t('replace')}
              </Button>
              <Text textStyle="sm" color="fg.muted">
                {t(info.encrypted ? 'replaceMeaning' : 'replaceMeaningPlain')}
              </Text>
            </Stack>
          )}
        </Stack>
      </Panel>
    </Box>
  )
}

/** What the receipt says of the section and the bidder, and of the file. */
function useFacts(info: SealingInfo, kind: BidFileKind, submission: ReceiptPanelProps['submission']) {
  const { t } = useTranslation('sealing')
  const time = useTimeFormat()
  const { timeZone } = useVariant()
  const zoned = (at: string) => `${time.second(at)} (${timeZone})`
  return {
    section: [
      { label: t('sectionName'), value: info.bdmc },
      { label: t('section'), value: info.bdbh },
      { label: t('bidder'), value: `${info.EntprsName} (${info.EntprsCode})` },
      { label: t('deadline'), value: zoned(info.OpenBidTime) },
      { label: t('bidFile'), value: t(`steps:file.kind.${kind}`) },
      { label: t('fileId'), value: submission.bidFileId },
    ],
    file: [
      { label: t('fileName'), value: submission.fileName },
      { label: t('submittedAt'), value: zoned(submission.at) },
      { label: t('hash'), value: submission.ciphertextHash, mono: true },
    ],
  }
}
