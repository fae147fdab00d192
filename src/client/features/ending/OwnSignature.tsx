import { Button, Stack, Text } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { useByServerClock, useSessionId } from '#client/store/session-provider.tsx'
import { DescriptionList } from '#client/ui/DescriptionList.tsx'
import { DownloadIcon, SealIcon } from '#client/ui/icons.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { useTimeFormat } from '#client/ui/time-format.ts'
import { useDownload } from '#client/ui/use-download.ts'
import { openingRecord, recordDocument, recordText } from '#domain/ending/record.ts'
import type { RecordSigner } from '#domain/ending/signers.ts'
import type { SigningState } from '#domain/ending/signing-state.ts'
import { sha256Hex } from '#domain/log/canonical-json.ts'
import type { SessionState } from '#domain/session/state.ts'
import { windowOpen } from '#domain/session/window.ts'
import type { EnvelopeNumber } from '#domain/submission/bid-file.ts'
import type { RecordSignature } from '#domain/submission/bid-state.ts'
import { documentFileName } from '#protocol/document-names.ts'
import { SignedRecord } from './SignedRecord.tsx'
import { SigningDialog } from './SigningDialog.tsx'
import { useSendSignature } from './use-send-signature.ts'

interface OwnSignatureProps {
  /** The bidder, who takes part in the round, or the opener. */
  readonly own: RecordSigner
  /** The certificate that the bidder was enrolled with; null for the opener. */
  readonly enrolled: string | null
  /** The envelope's round. */
  readonly round: SessionState
  readonly envelope: EnvelopeNumber
}

/**
 * A bidder or the opener signs the record (END-7, END-8, END-22). The record's text is shown, and signing is possible
 * only when the digest computed in this browser equals the issued one.
 */
export function OwnSignature({ own, enrolled, round, envelope }: OwnSignatureProps) {
  const { t } = useTranslation('steps')
  const record = useMemo(() => openingRecord(round), [round])
  const text = useMemo(() => recordText(record), [record])
  const ownHash = useMemo(() => sha256Hex(text), [text])
  const session = useSessionId()
  const { busy, download } = useDownload()
  const { signing } = round
  if (!signing) return null
  const filed = recordDocument(round)
  const load = () => api('getReportFile', { session, query: { fileId: filed?.documentId ?? '' } })
  const matches = ownHash === signing.recordHash
  const hashes = [
    { label: t('ending.signing.hash'), value: signing.recordHash, mono: true },
    ...(matches ? [] : [{ label: t('ending.signing.ownHash'), value: ownHash, mono: true }]),
    ...(filed ? [{ label: t('ending.signing.pdfHash'), value: filed.sha256, mono: true }] : []),
  ]
  return (
    <Stack gap="4">
      {own.signature && <Signed signature={own.signature} />}
      <SignedRecord record={record} envelope={envelope} text={text} ownCode={own.unitCode} />
      <DescriptionList items={hashes} />
      {filed && (
        <Button
          variant="outline"
          alignSelf="flex-start"
          loading={busy}
          onClick={() => download(load, documentFileName(round.tender, filed, 1))}
        >
          <DownloadIcon />
          {t('ending.signing.pdf')}
        </Button>
      )}
      {matches ? (
        <Notice tone="done">{t('ending.signing.match')}</Notice>
      ) : (
        <Notice tone="error" title={t(`ending.signing.${own.signature ? 'changed' : 'mismatch'}Title`)}>
          {t(`ending.signing.${own.signature ? 'changed' : 'mismatch'}`)}
        </Notice>
      )}
      {matches && !own.signature && (
        <SignInTime own={own} enrolled={enrolled} state={round} signing={signing} />
      )}
    </Stack>
  )
}

interface SignProps {
  readonly own: RecordSigner
  readonly enrolled: string | null
  readonly state: SessionState
}

/** The button while the time lasts by the server's clock; only this component re-renders on the clock. */
function SignInTime({ signing, ...props }: SignProps & { readonly signing: SigningState }) {
  const { t } = useTranslation('steps')
  const running = useByServerClock((now) => windowOpen(signing, now))
  if (props.own.isOpener ? !signing.confirmed : running) return <Sign {...props} />
  if (props.own.isOpener) return <Notice tone="info">{t('ending.signing.openerUnsigned')}</Notice>
  const text = signing.confirmed ? 'ending.bar.bidderUnsigned' : 'ending.bar.bidderOver'
  return <Notice tone="warning">{t(text)}</Notice>
}

function Signed({ signature }: { signature: RecordSignature }) {
  const { t } = useTranslation('steps')
  const time = useTimeFormat()
  const { signer, signedAs, at } = signature
  const who =
    signedAs.kind === 'person'
      ? t('ending.signing.signedBy', { holder: signer, person: signedAs.name })
      : signer
  return (
    <Notice tone="done" title={t('ending.signing.already')}>
      {`${who} · ${time.second(at)}`}
    </Notice>
  )
}

/** The button that opens the signing dialog. */
function Sign({ own, enrolled, state }: SignProps) {
  const { t } = useTranslation('steps')
  const [open, setOpen] = useState(false)
  const onSign = useSendSignature(state)
  return (
    <Stack gap="3" align="flex-start">
      <Text>{t(own.isOpener ? 'ending.signing.helpOpener' : 'ending.signing.helpBidder')}</Text>
      <Button colorPalette="seal" onClick={() => setOpen(true)}>
        <SealIcon />
        {t('ending.signing.sign')}
      </Button>
      <SigningDialog
        open={open}
        onClose={() => setOpen(false)}
        unitCode={own.unitCode}
        enrolled={enrolled}
        onSign={onSign}
      />
    </Stack>
  )
}
