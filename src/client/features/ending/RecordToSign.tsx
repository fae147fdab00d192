import { Button, Stack } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { useSessionId } from '#client/store/session-provider.tsx'
import { DescriptionList } from '#client/ui/DescriptionList.tsx'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import { DownloadIcon } from '#client/ui/icons.tsx'
import { useDownload } from '#client/ui/use-download.ts'
import { recordDocument } from '#domain/ending/record.ts'
import type { RecordSigner } from '#domain/ending/signers.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { EnvelopeNumber } from '#domain/submission/bid-file.ts'
import { documentFileName } from '#protocol/document-names.ts'
import { SignedRecord } from './SignedRecord.tsx'
import { useRecordHash } from './use-record-hash.ts'

interface RecordToSignProps {
  /** The bidder, who takes part in the round, or the opener. */
  readonly own: RecordSigner
  /** The envelope's round. */
  readonly round: SessionState
  readonly envelope: EnvelopeNumber
}

/** The record that a bidder or the opener signs or has signed, with its digests and its PDF. */
export function RecordToSign({ own, round, envelope }: RecordToSignProps) {
  const { t } = useTranslation('steps')
  const { record, text, hash } = useRecordHash(round)
  const session = useSessionId()
  const { busy, download } = useDownload()
  const { signing } = round
  if (!signing) return null
  const filed = recordDocument(round)
  const load = () => api('getReportFile', { session, query: { fileId: filed?.documentId ?? '' } })
  const matches = hash === signing.recordHash
  const hashes = [
    { label: t('ending.signing.hash'), value: signing.recordHash, mono: true },
    ...(matches ? [] : [{ label: t('ending.signing.ownHash'), value: hash, mono: true }]),
    ...(filed ? [{ label: t('ending.signing.pdfHash'), value: filed.sha256, mono: true }] : []),
  ]
  return (
    <Stack gap="4">
      {filed && (
        <Button
          variant="outline"
          alignSelf="flex-start"
          h="auto"
          minH={{ base: '11', md: '10' }}
          py="1.5"
          whiteSpace="normal"
          textAlign="start"
          loading={busy}
          onClick={() => download(load, documentFileName(round.tender, filed, 1))}
        >
          <DownloadIcon />
          {t(own.signature || signing.confirmed ? 'ending.signing.pdfSigned' : 'ending.signing.pdf')}
        </Button>
      )}
      <Disclosure summary={t('ending.signing.digests')}>
        <DescriptionList items={hashes} />
      </Disclosure>
      <SignedRecord
        {...{ record, envelope, text }}
        confirmation={round.confirmation}
        ownCode={own.unitCode}
      />
    </Stack>
  )
}
