import { Stack, Text } from '@chakra-ui/react'
import { type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useByServerClock } from '#client/store/session-provider.tsx'
import { ActButton } from '#client/ui/ActButton.tsx'
import { SealIcon } from '#client/ui/icons.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { StickyAct } from '#client/ui/StickyAct.tsx'
import { useTimeFormat } from '#client/ui/time-format.ts'
import { useFocusWhenDone } from '#client/ui/use-focus-when-done.ts'
import { useMessage } from '#client/ui/use-message.ts'
import type { RecordSigner } from '#domain/ending/signers.ts'
import type { SigningState } from '#domain/ending/signing-state.ts'
import type { SessionState } from '#domain/session/state.ts'
import { windowOpen } from '#domain/session/window.ts'
import type { RecordSignature } from '#domain/submission/bid-state.ts'
import { SigningDialog } from './SigningDialog.tsx'
import { useRecordHash } from './use-record-hash.ts'
import { useSendSignature } from './use-send-signature.ts'

interface RecordActProps {
  /** The bidder, who takes part in the round, or the opener. */
  readonly own: RecordSigner
  /** The certificate that the bidder was enrolled with; null for the opener. */
  readonly enrolled: string | null
  /** The envelope's round. */
  readonly round: SessionState
}

/**
 * A bidder or the opener signs the record (END-7, END-8, END-22): possible only when the digest computed in this
 * browser equals the issued one.
 */
export function RecordAct({ own, enrolled, round }: RecordActProps) {
  const { t } = useTranslation('steps')
  const { hash } = useRecordHash(round)
  const { notice, acted } = useFocusWhenDone(own.signature !== null)
  const { signing } = round
  if (!signing) return null
  const matches = hash === signing.recordHash
  return (
    <Stack gap="3">
      {own.signature && <Signed signature={own.signature} focusRef={notice} />}
      {!matches && (
        <Notice tone="error" title={t(`ending.signing.${own.signature ? 'changed' : 'mismatch'}Title`)}>
          {t(`ending.signing.${own.signature ? 'changed' : 'mismatch'}`)}
        </Notice>
      )}
      {matches && own.signature && (
        <Text textStyle="sm" color="fg.muted">
          {t('ending.signing.matchSigned')}
        </Text>
      )}
      {matches && !own.signature && <SignInTime {...{ own, enrolled, signing, acted }} state={round} />}
    </Stack>
  )
}

interface SignProps {
  readonly own: RecordSigner
  readonly enrolled: string | null
  readonly state: SessionState
  /** Called once the signature is accepted. */
  readonly acted: () => void
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

interface SignedProps {
  readonly signature: RecordSignature
  readonly focusRef: Ref<HTMLDivElement>
}

function Signed({ signature, focusRef }: SignedProps) {
  const { t } = useTranslation('steps')
  const say = useMessage()
  const time = useTimeFormat()
  const { signer, signedAs, at } = signature
  const who =
    signedAs.kind === 'person'
      ? t('ending.signing.signedBy', { holder: signer, person: signedAs.name })
      : signer
  return (
    <Notice tone="done" title={say({ code: 'already-signed' })} focusRef={focusRef}>
      {`${who} · ${time.second(at)}`}
    </Notice>
  )
}

/** The button that opens the signing dialog. */
function Sign({ own, enrolled, state, acted }: SignProps) {
  const { t } = useTranslation('steps')
  const [open, setOpen] = useState(false)
  const send = useSendSignature(state)
  return (
    <Stack gap="3" align="flex-start">
      <Text>{t(own.isOpener ? 'ending.signing.helpOpener' : 'ending.signing.helpBidder')}</Text>
      <Notice tone="done">{t('ending.signing.match')}</Notice>
      <StickyAct>
        <ActButton colorPalette="seal" data-official-act="next" onClick={() => setOpen(true)}>
          <SealIcon />
          {t('ending.signing.sign')}
        </ActButton>
      </StickyAct>
      <SigningDialog
        open={open}
        onClose={() => setOpen(false)}
        unitCode={own.unitCode}
        enrolled={enrolled}
        onSign={async (...given) => {
          const sent = await send(...given)
          if (sent) acted()
          return sent
        }}
      />
    </Stack>
  )
}
