import { Button } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { DeadlineCountdown } from '#client/session/DeadlineCountdown.tsx'
import { goToTabPanel } from '#client/session/PageTarget.tsx'
import { SectionStepBar } from '#client/session/SectionStepBar.tsx'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { useOwnBidder } from '#client/session/use-own-bidder.ts'
import { useRole, useSend, useSession } from '#client/store/session-provider.tsx'
import { OfficialActButton } from '#client/ui/OfficialActButton.tsx'
import { confirmationCount, isAsked } from '#domain/ending/asked.ts'
import { endsFirstEnvelope, finishProblem } from '#domain/ending/ending-conditions.ts'
import { flow } from '#domain/session/flow.ts'
import type { SessionState } from '#domain/session/state.ts'
import { isSettled } from '#domain/session/window-settled.ts'
import type { BidderState } from '#domain/submission/bid-state.ts'
import { bidderSentence, observerSentence, openerSentence, phaseOf, signedOf } from './ending-phase.ts'

type Tab = 'overview' | 'signing' | 'reports'

interface EndingBarProps {
  /** The shown tab. */
  readonly shown: string
  readonly onShow: (tab: Tab) => void
  /** Called once the viewer has ended the opening. */
  readonly onEnded: () => void
}

/** The bar of step 4: what is expected now, the deadline, and the button that leads to the tab for it. */
export function EndingBar({ shown, onShow, onEnded }: EndingBarProps) {
  const { t } = useTranslation('steps')
  const role = useRole()
  const own = useOwnBidder()
  const state = useSession((snapshot) => snapshot.state)
  const counts = phaseOf(state) === 'confirming' ? confirmationCount(state) : signedOf(state)
  const sentence =
    role === 'opener'
      ? openerSentence(state)
      : role === 'bidder'
        ? bidderSentence(state, own)
        : observerSentence(state)
  return (
    <SectionStepBar
      step={t(state.tender?.bidStyle === 3 ? 'ending.titleSingleSource' : 'ending.title')}
      sentence={t(`ending.${sentence}`, { ...counts })}
      countdown={<WindowCountdown state={state} own={own} />}
      action={
        role === 'opener' && mayEnd(state) ? (
          <EndOpening onEnded={onEnded} />
        ) : (
          <TabButton state={state} shown={shown} onShow={onShow} />
        )
      }
    />
  )
}

/** Once everything is signed; in mode YS also before (END-11). */
function mayEnd(state: SessionState): boolean {
  return state.endedAt === null && state.flow >= flow.end && finishProblem(state) === null
}

/** No clock once everybody has done what the window is for, nor for a bidder who is not asked. */
function WindowCountdown({ state, own }: { state: SessionState; own: BidderState | null }) {
  const { t } = useTranslation('steps')
  const phase = phaseOf(state)
  if (own && !isAsked(state, own)) return null
  if (isSettled(phase === 'confirming' ? 'confirmation' : 'signing', state, null)) return null
  if (phase === 'confirming') {
    return <DeadlineCountdown deadline={state.confirmation?.deadline} label={t('ending.confirmation.left')} />
  }
  if (phase === 'signing') {
    return <DeadlineCountdown deadline={state.signing?.deadline} label={t('ending.signing.left')} />
  }
  return null
}

/** Ends the opening (END-12). */
function EndOpening({ onEnded }: Pick<EndingBarProps, 'onEnded'>) {
  const { t } = useTranslation('steps')
  const send = useSend()
  const first = useSession(({ state }) => endsFirstEnvelope(state))
  return (
    <OfficialActButton
      label={t(first ? 'ending.end.actFirst' : 'ending.end.act')}
      onConfirm={async () => {
        const ended = await toastIfRefused(send('EndOpening', {}), { failed: t('common:operationFailed') })
        if (ended) onEnded()
        return ended
      }}
    >
      {t(first ? 'ending.end.bodyFirst' : 'ending.end.body')}
    </OfficialActButton>
  )
}

/** Leads to the tab: with the summary or a task above it, it would be out of sight. */
function TabButton({ state, shown, onShow }: Omit<EndingBarProps, 'onEnded'> & { state: SessionState }) {
  const { t } = useTranslation('steps')
  const tab = tabOf(state)
  if (!tab || tab === shown) return null
  return (
    <Button
      variant="outline"
      onClick={() => {
        onShow(tab)
        goToTabPanel(tab)
      }}
    >
      {t(`ending.tabs.${tab}`)}
    </Button>
  )
}

function tabOf(state: SessionState): Tab | null {
  switch (phaseOf(state)) {
    case 'before-confirmation':
    case 'confirming':
      return 'overview'
    case 'before-signing':
    case 'signing':
    case 'signing-over':
      return 'signing'
    case 'ended':
      return 'reports'
    default:
      return null
  }
}
