import { Stack } from '@chakra-ui/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend, useServerNow, useSession, useSessionId } from '#client/store/session-provider.tsx'
import { useTimeFormat } from '#client/time-format.ts'
import { Facts } from '#client/ui/session/Facts.tsx'
import { Notice } from '#client/ui/session/Notice.tsx'
import { reported } from '#client/ui/session/reported.ts'
import { toast } from '#client/ui/Toast.tsx'
import { recordHash } from '#domain/record.ts'
import { type BidderState, windowOpen } from '#domain/state.ts'
import { SignWith } from './SignWith.tsx'
import { signRecord } from './sign-document.ts'

/**
 * A bidder signs the record by certificate (E4), only after this browser has found that what it shows is what was
 * issued for signing.
 */
export function OwnSignature({ own }: { own: BidderState }) {
  const { t } = useTranslation('steps')
  const time = useTimeFormat()
  const send = useSend()
  const session = useSessionId()
  const now = useServerNow()
  const state = useSession((snapshot) => snapshot.state)
  const ownHash = useMemo(() => recordHash(state), [state])
  const { signing } = state
  if (!signing) return null
  if (own.signature) {
    return (
      <Notice tone="done" title={t('ending.signing.already')}>
        {`${own.signature.signer} · ${time.second(own.signature.at)}`}
      </Notice>
    )
  }
  const matches = ownHash === signing.recordHash
  const hashes = [
    { label: t('ending.signing.hash'), value: signing.recordHash, mono: true },
    ...(matches ? [] : [{ label: t('ending.signing.ownHash'), value: ownHash, mono: true }]),
  ]
  return (
    <Stack gap="4">
      <Facts items={hashes} />
      {matches ? (
        <Notice tone="done">{t('ending.signing.match')}</Notice>
      ) : (
        <Notice tone="error" title={t('ending.signing.mismatchTitle')}>
          {t('ending.signing.mismatch')}
        </Notice>
      )}
      {matches && windowOpen(signing, now) && (
        <SignWith
          unitCode={own.code}
          help={t('ending.signing.helpBidder')}
          label={t('ending.signing.sign')}
          body={(name) => t('ending.signing.signBody', { name })}
          onSign={async (certificate) => {
            const jws = await signRecord(certificate, session, state)
            if (
              jws === null ||
              !(await reported(send('SignRecord', { jws }), { failed: t('ending.signing.failed') }))
            )
              return false
            toast.success(t('ending.signing.success'))
            return true
          }}
        />
      )}
      {matches && !windowOpen(signing, now) && (
        <Notice tone="warning">
          {t(signing.confirmed ? 'ending.bar.bidderUnsigned' : 'ending.bar.bidderOver')}
        </Notice>
      )}
    </Stack>
  )
}
