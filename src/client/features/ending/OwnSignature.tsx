import { Button, Stack } from '@chakra-ui/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { useByServerClock, useSend, useSessionId } from '#client/store/session-provider.tsx'
import { DescriptionList } from '#client/ui/DescriptionList.tsx'
import { DownloadIcon } from '#client/ui/icons.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { toast } from '#client/ui/Toast.tsx'
import { useTimeFormat } from '#client/ui/time-format.ts'
import { useDownload } from '#client/ui/use-download.ts'
import { openingRecord, recordDocument, recordText } from '#domain/ending/record.ts'
import type { SigningState } from '#domain/ending/signing-state.ts'
import { sha256Hex } from '#domain/log/canonical-json.ts'
import type { SessionState } from '#domain/session/state.ts'
import { windowOpen } from '#domain/session/window.ts'
import type { EnvelopeNumber } from '#domain/submission/bid-file.ts'
import type { BidderState } from '#domain/submission/bid-state.ts'
import { documentFileName } from '#protocol/document-names.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import { SignedRecord } from './SignedRecord.tsx'
import { SignWithCertificate } from './SignWithCertificate.tsx'
import { signRecord } from './sign-document.ts'

interface OwnSignatureProps {
  readonly own: BidderState
  /** The envelope's round; `own` takes part in it. */
  readonly round: SessionState
  readonly envelope: EnvelopeNumber
}

/**
 * A bidder signs the record by certificate (END-7, END-8). The record's text is shown, and signing is possible only
 * when the digest computed in this browser equals the issued one.
 */
export function OwnSignature({ own, round, envelope }: OwnSignatureProps) {
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
      <SignedRecord record={record} envelope={envelope} text={text} ownCode={own.code} />
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
      {matches && !own.signature && <SignBeforeDeadline own={own} state={round} signing={signing} />}
    </Stack>
  )
}

interface SignProps {
  readonly own: BidderState
  readonly state: SessionState
}

/** The signing form while the window is open by the server's clock; only this component re-renders on the clock. */
function SignBeforeDeadline({ own, state, signing }: SignProps & { readonly signing: SigningState }) {
  const { t } = useTranslation('steps')
  const inTime = useByServerClock((now) => windowOpen(signing, now))
  if (inTime) return <Sign own={own} state={state} />
  const text = signing.confirmed ? 'ending.bar.bidderUnsigned' : 'ending.bar.bidderOver'
  return <Notice tone="warning">{t(text)}</Notice>
}

function Signed({ signature }: { signature: NonNullable<BidderState['signature']> }) {
  const { t } = useTranslation('steps')
  const time = useTimeFormat()
  return (
    <Notice tone="done" title={t('ending.signing.already')}>
      {`${signature.signer} · ${time.second(signature.at)}`}
    </Notice>
  )
}

function Sign({ own, state }: SignProps) {
  const { t } = useTranslation('steps')
  const send = useSend()
  const session = useSessionId()

  async function sign(certificate: CertificateHelper): Promise<boolean> {
    const signed = await signRecord(certificate, session, state, async (fileId) => {
      const found = await api('getReportFile', { session, query: { fileId } })
      return found.ok ? found.value : null
    })
    if (signed === null) {
      toast.error(t('ending.signing.pdfMissing'))
      return false
    }
    if (!(await toastIfRefused(send('SignRecord', signed), { failed: t('ending.signing.failed') })))
      return false
    toast.success(t('ending.signing.success'))
    return true
  }

  return (
    <SignWithCertificate
      unitCode={own.code}
      help={t('ending.signing.helpBidder')}
      label={t('ending.signing.sign')}
      body={(name) => t('ending.signing.signBody', { name })}
      onSign={sign}
    />
  )
}
