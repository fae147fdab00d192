import { Button, Stack, Text } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { DescriptionList } from '#client/ui/DescriptionList.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { useTimeFormat } from '#client/ui/time-format.ts'
import type { BidFileKind } from '#domain/submission/bid-file.ts'
import type { AskedBidFile } from './use-sealing-info.ts'

interface ReceiptPanelProps {
  readonly submission: NonNullable<AskedBidFile['submitted']>
  /** The kind, if the bid has several files. */
  readonly kind?: BidFileKind | undefined
  readonly encrypted: boolean
  /** Absent once submission is closed. */
  readonly onReplace?: () => void
}

/** The receipt of a submission: file name, digest and time. */
export function ReceiptPanel({ submission, kind, encrypted, onReplace }: ReceiptPanelProps) {
  const { t } = useTranslation('sealing')
  const time = useTimeFormat()
  return (
    <Panel title={kind ? `${t('receipt')}: ${t(`steps:file.kind.${kind}`)}` : t('receipt')}>
      <Stack gap="4">
        <Notice tone="done" title={t('received')}>
          {t('receivedMeaning')}
        </Notice>
        <DescriptionList
          items={[
            { label: t('fileName'), value: submission.fileName },
            { label: t('submittedAt'), value: time.second(submission.at) },
            { label: t('hash'), value: submission.ciphertextHash, mono: true },
          ]}
        />
        {onReplace && (
          <Stack gap="2" align="flex-start" data-no-print>
            <Button variant="outline" onClick={onReplace}>
              {t('replace')}
            </Button>
            <Text textStyle="sm" color="fg.muted">
              {t(encrypted ? 'replaceMeaning' : 'replaceMeaningPlain')}
            </Text>
          </Stack>
        )}
      </Stack>
    </Panel>
  )
}
