import { Button, chakra, VisuallyHidden } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useOwnBidder } from '#client/session/use-own-bidder.ts'
import { useConnection, useSession } from '#client/store/session-provider.tsx'
import { useLocalClock } from '#client/store/use-local-clock.ts'
import { useOnline } from '#client/ui/use-online.ts'
import { WarningBar } from '#client/ui/WarningBar.tsx'
import { openWindows } from '#domain/session/warnings.ts'
import { hasActed } from '#domain/session/window-settled.ts'
import type { Connection } from '#streams/connection.ts'
import { AlarmBanner } from './AlarmBanner.tsx'
import { RestoredBanner } from './RestoredBanner.tsx'

const colours = {
  live: 'done.solid',
  polling: 'warning.solid',
  'catching-up': 'info.solid',
  offline: 'warning.solid',
}
const words = {
  live: 'connectionLive',
  polling: 'dotPolling',
  'catching-up': 'connectionCatching',
} as const

/** Without a network this computer is offline; otherwise the server does not answer. */
function useAway(): 'Offline' | 'Away' {
  return useOnline() ? 'Away' : 'Offline'
}

/** Without a network nothing can be caught up with: the page need not wait until its polls fail. */
function statusNow(status: Connection['status'], away: 'Offline' | 'Away'): Connection['status'] {
  return status === 'catching-up' && away === 'Offline' ? 'offline' : status
}

function wordFor(status: Connection['status'], away: 'Offline' | 'Away') {
  return status === 'offline' ? (`dot${away}` as const) : words[status]
}

/** A dot; its text is for screen readers and shown on hovering. */
export function ConnectionDot() {
  const { t } = useTranslation('shell')
  const away = useAway()
  const status = statusNow(
    useSession(({ connection }) => connection.status),
    away,
  )
  return (
    <chakra.span
      role="img"
      aria-label={t(wordFor(status, away))}
      title={t(wordFor(status, away))}
      data-connection={status}
      boxSize="2.5"
      rounded={status === 'live' ? 'full' : '1px'}
      bg={colours[status]}
      flexShrink={0}
    />
  )
}

/** Whether the viewing bidder still has to act by a deadline, which waits for the hall (SES-19), but not for their network. */
function useHasToAct(): boolean {
  const own = useOwnBidder()
  return useSession(
    ({ state }) => own !== null && openWindows(state).some(({ window }) => !hasActed(window, own, state)),
  )
}

/** Shorter interruptions are not shown. */
const shownAfterMs = 3000

/** A banner while entries arrive late or not at all, with the age of what is shown. */
export function ConnectionBanner() {
  const { t } = useTranslation('shell')
  const { status: known, since, heardAt } = useConnection()
  // The server was updated while this page was open.
  const outdated = useSession(({ state, outdated }) => outdated || state.newerFrom !== null)
  const away = useAway()
  const hasToAct = useHasToAct()
  const status = statusNow(known, away)
  const now = useLocalClock(status !== 'live')
  const age = heardAt === null ? null : Math.max(0, Math.round((now - heardAt) / 1000))
  const grave = outdated
  const text = textOf()

  function textOf(): string | null {
    if (outdated) return t('outdated')
    // Polls that fail are counted from the last message: the page catches up in vain before it is offline.
    const from = status === 'offline' ? Math.min(since, heardAt ?? since) : since
    if (status === 'live' || now - from < shownAfterMs) return null
    if (status === 'catching-up') return t('connectionCatching')
    if (age === null) return t(`connection${away}New`)
    const shown =
      age < 60 ? t('ageSeconds', { count: age }) : t('ageMinutes', { count: Math.floor(age / 60) })
    if (status === 'polling') return t('connectionPolling', { age: shown })
    return t(hasToAct ? `connection${away}Acts` : `connection${away}`, { age: shown })
  }

  return (
    <>
      <AlarmBanner />
      <RestoredBanner />
      {/* Read out once, without the changing age. Always mounted: a live region inserted together with its text
          is not read out. */}
      <VisuallyHidden role="status">{text !== null && !grave && t(wordFor(status, away))}</VisuallyHidden>
      {text !== null && (
        <WarningBar
          title={t('connectionTitle')}
          urgent={grave}
          text={text}
          action={
            outdated && (
              <Button size="xs" variant="outline" onClick={() => location.reload()}>
                {t('reload')}
              </Button>
            )
          }
        />
      )}
    </>
  )
}
