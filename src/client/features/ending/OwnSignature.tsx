import { Stack } from '@chakra-ui/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend, useServerNow, useSession, useSessionId } from '#client/store/session-provider.tsx'
import { useTimeFormat } from '#client/time-format.ts'
import { Facts } from '#client/ui/session/Facts.tsx'
import { Notice } from '#client/ui/session/Notice.tsx'
import { reported } from '#client/ui/session/reported.ts'
import { toast } from '#client/ui/Toast.tsx'
import { sha256Hex } from '#domain/canonical.ts'
import { recordText } from '#domain/record.ts'
import { type BidderState, type SessionState, windowOpen } from '#domain/state.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import { SignedRecord } from './SignedRecord.tsx'
import { SignWith } from './SignWith.tsx'
import { signRecord } from './sign-document.ts'

/**
 * A bidder signs the record by certificate (E4): with its text before their eyes, and only after this browser has found
 * that its digest is the one that was issued for signing.
 */
export function OwnSignature({ own }: { own: BidderState }) {
  const { t } = useTranslation('steps')
  const now = useServerNow()
  const state = useSession((snapshot) => snapshot.state)
  const text = useMemo(() => recordText(state), [state])
  const ownHash = useMemo(() => sha256Hex(text), [text])
  const { signing } = state
  if (!signing) return null
  const matches = ownHash === signing.recordHash
  const hashes = [
    { label: t('ending.signing.hash'), value: signing.recordHash, mono: true },
    ...(matches ? [] : [{ label: t('ending.signing.ownHash'), value: ownHash, mono: true }]),
  ]
  return (
    <Stack gap="4">
      {own.signature && <Signed signature={own.signature} />}
      <SignedRecord state={state} text={text} ownCode={own.code} />
      <Facts items={hashes} />
      {matches ? (
        <Notice tone="done">{t('ending.signing.match')}</Notice>
      ) : (
        <Notice tone="error" title={t('ending.signing.mismatchTitle')}>
          {t('ending.signing.mismatch')}
        </Notice>
      )}
      {matches && !own.signature && windowOpen(signing, now) && <Sign own={own} state={state} />}
      {matches && !own.signature && !windowOpen(signing, now) && (
        <Notice tone="warning">
          {t(signing.confirmed ? 'ending.bar.bidderUnsigned' : 'ending.bar.bidderOver')}
        </Notice>
      )}
    </Stack>
  )
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

function Sign({ own, state }: { own: BidderState; state: SessionState }) {
  const { t } = useTranslation('steps')
  const send = useSend()
  const session = useSessionId()

  async function sign(certificate: CertificateHelper): Promise<boolean> {
    const jws = await signRecord(certificate, session, state)
    if (jws === null) return false
    if (!(await reported(send('SignRecord', { jws }), { failed: t('ending.signing.failed') }))) return false
    toast.success(t('ending.signing.success'))
    return true
  }

  return (
    <SignWith
      unitCode={own.code}
      help={t('ending.signing.helpBidder')}
      label={t('ending.signing.sign')}
      body={(name) => t('ending.signing.signBody', { name })}
      onSign={sign}
    />
  )
}
