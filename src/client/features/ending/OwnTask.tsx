import { Box, Stack } from '@chakra-ui/react'
import { type Ref, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { OwnFigures } from '#client/session/OwnFigures.tsx'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { useOwnBidder } from '#client/session/use-own-bidder.ts'
import { useSend, useSession, useSessionId } from '#client/store/session-provider.tsx'
import { DescriptionList } from '#client/ui/DescriptionList.tsx'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { useFocusWhenDone } from '#client/ui/use-focus-when-done.ts'
import { isAsked } from '#domain/ending/asked.ts'
import { confirmedHash } from '#domain/ending/record.ts'
import { signersOf } from '#domain/ending/signers.ts'
import { isTerminated } from '#domain/session/lot.ts'
import type { BidderState } from '#domain/submission/bid-state.ts'
import { RecordAct } from './RecordAct.tsx'
import { SignWithCertificate } from './SignWithCertificate.tsx'
import { signOverview } from './sign-document.ts'
import { useClosedText } from './use-closed-text.ts'

/** What step 4 expects of a bidder, directly under its bar: confirming the overview, then signing the record. */
export function OwnTask() {
  const own = useOwnBidder()
  const joins = useSession(({ state }) => own !== null && isAsked(state, own))
  const signing = useSession(({ state }) => state.signing !== null)
  const confirming = useSession(({ state }) => state.confirmation !== null)
  const terminated = useSession(({ state }) => isTerminated(state.lot))
  if (!own || !joins || terminated) return null
  if (signing) return <OwnRecord own={own} />
  return confirming ? <OwnConfirmation own={own} /> : null
}

/** Confirms the overview with the bidder's certificate (END-3). */
function OwnConfirmation({ own }: { own: BidderState }) {
  const { t } = useTranslation('steps')
  const send = useSend()
  const session = useSessionId()
  const state = useSession((snapshot) => snapshot.state)
  const hash = useMemo(() => confirmedHash(state), [state])
  const done = own.confirmed !== 'no'
  const { notice, acted } = useFocusWhenDone(done)
  if (!done && state.confirmation?.closed) return null
  return (
    <Panel title={t(done ? 'ending.confirmation.ownDone' : 'ending.confirmation.own')}>
      {done ? (
        <OwnConfirmed own={own} focusRef={notice} />
      ) : (
        <>
          <Box mb="4">
            <OwnFigures own={own} />
          </Box>
          <SignWithCertificate
            unitCode={own.code}
            help={t('ending.confirmation.helpBidder')}
            label={t('ending.confirmation.confirmAct')}
            body={(name) => t('ending.confirmation.confirmBody', { name })}
            onSign={async (certificate) => {
              const jws = await signOverview(certificate, session, state)
              const sent = await toastIfRefused(send('ConfirmOverview', { jws }), {
                failed: t('ending.confirmation.failed'),
              })
              if (sent) acted()
              return sent
            }}
          >
            <Disclosure summary={t('ending.confirmation.facts')}>
              <DescriptionList items={[{ label: t('ending.confirmation.hash'), value: hash, mono: true }]} />
            </Disclosure>
          </SignWithCertificate>
        </>
      )}
    </Panel>
  )
}

/** That the bidder confirmed, with why it was ended early; or that they count as confirmed, with how it was closed (END-20). */
function OwnConfirmed({ own, focusRef }: { own: BidderState; focusRef?: Ref<HTMLDivElement> }) {
  const { t } = useTranslation('steps')
  const closedText = useClosedText()
  const state = useSession((snapshot) => snapshot.state)
  const isOwnAct = own.confirmed === 'bidder'
  return (
    <Notice
      tone={isOwnAct ? 'done' : 'warning'}
      title={t(`ending.confirmation.ownIs.${own.confirmed}`)}
      focusRef={focusRef}
    >
      {(!isOwnAct || state.confirmation?.ended) && closedText(state)}
    </Notice>
  )
}

/** Signs the record of the current envelope (END-7, END-8). */
function OwnRecord({ own }: { own: BidderState }) {
  const { t } = useTranslation('steps')
  const state = useSession((snapshot) => snapshot.state)
  const signer = useMemo(
    () => signersOf(state).find(({ isOpener, unitCode }) => !isOpener && unitCode === own.code),
    [state, own.code],
  )
  if (!signer) return null
  return (
    <Panel title={t(signer.signature ? 'ending.signing.ownDone' : 'ending.signing.own')}>
      <Stack gap="3">
        <RecordAct own={signer} enrolled={own.certificate} round={state} />
        {(own.confirmed === 'time-out' || state.confirmation?.ended) && <OwnConfirmed own={own} />}
      </Stack>
    </Panel>
  )
}
