import { Button, Flex, Spinner, Stack, Text } from '@chakra-ui/react'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { tokens } from '#client/auth/tokens.ts'
import { api } from '#client/net/api.ts'
import { type EntryFailure, type EntryStep, enterSection, entrySteps } from '#client/session/enter-section.ts'
import { NotYetOpen } from '#client/session/NotYetOpen.tsx'
import { useVariant } from '#client/store/variant.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { CheckIcon, DotIcon } from '#client/ui/icons.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { useMessage } from '#client/ui/use-message.ts'
import type { Role } from '#domain/session/actor.ts'
import { leastBids } from '#domain/session/flow.ts'
import { epochOf } from '#lib/time.ts'
import type { SectionListRow } from '#protocol/calls/section-list.ts'
import { CalendarButton } from './CalendarButton.tsx'
import type { ListTab } from './section-list-address.ts'

interface EnterDialogProps {
  readonly row: SectionListRow
  readonly tab: ListTab
  readonly role: Role
  /** Milliseconds by which the server's clock is ahead; null until they are known. */
  readonly offset: number | null
  readonly onClose: () => void
}

type Entry =
  | { readonly is: 'running'; readonly step: EntryStep }
  | { readonly is: 'failed'; readonly failure: EntryFailure }
  | { readonly is: 'too-few'; readonly bids: number; readonly minimum: number; readonly path: string }

/**
 * Enters a section (LST-7): shows the steps, then goes to the step that is running, or to the end for an ended section. A failure is
 * shown with further actions.
 */
export function EnterSectionDialog({ row, tab, role, offset, onClose }: EnterDialogProps) {
  const { t } = useTranslation('hall')
  const { entry, retry, prepare, go } = useEntry(row, tab, role)
  const close = (
    <Button variant="outline" onClick={onClose}>
      {t('backToList')}
    </Button>
  )
  if (entry.is === 'running') {
    return (
      <Dialog open onClose={onClose} title={t('entering')} size="sm">
        <Text mb="4">{row.bdmc}</Text>
        <Steps at={entry.step} />
      </Dialog>
    )
  }
  if (entry.is === 'too-few') {
    return (
      <Dialog
        open
        onClose={onClose}
        title={t('tooFewTitle')}
        size="sm"
        footer={
          <>
            {close}
            <Button onClick={() => go(entry.path)}>{t('enterAllTheSame')}</Button>
          </>
        }
      >
        <TooFew name={row.bdmc} bids={entry.bids} minimum={entry.minimum} />
      </Dialog>
    )
  }
  const { failure } = entry
  const tooEarly = failure.code === 'opening-time-not-reached' && failure.opensAt !== null
  return (
    <Dialog open onClose={onClose} title={t('enterFailed')} size="sm">
      {tooEarly && failure.opensAt ? (
        <NotYetOpen
          name={row.bdmc}
          message={failure.message}
          opensAt={failure.opensAt}
          halted={row.BDZHUANGTAI !== 0}
          offset={offset}
          onEnter={retry}
          onPrepare={role === 'opener' ? prepare : null}
        >
          {close}
          {row.BDZHUANGTAI === 0 && <CalendarButton row={row} offset={offset} labelled />}
        </NotYetOpen>
      ) : (
        <ErrorState
          title={failure.message || t('recordMissing')}
          meaning={`${row.bdmc} · ${t(stepTexts[failure.step])}`}
          action=""
          code={failure.code}
          onRetry={retry}
        >
          {close}
        </ErrorState>
      )}
    </Dialog>
  )
}

function useEntry(row: SectionListRow, tab: ListTab, role: Role) {
  const { hall, rules } = useVariant()
  const navigate = useNavigate()
  const [entry, setEntry] = useState<Entry>({ is: 'running', step: 'time' })
  const [attempt, setAttempt] = useState({ number: 0, preparing: false })
  const { preparing } = attempt
  const { bdGuid, OpenBidTime } = row
  const { minimumBidders } = rules
  const counts = hall.tooFewBiddersNotice && role === 'opener' && tab === 'open'

  const enter = useCallback(
    async (signal: AbortSignal) => {
      const onStep = (step: EntryStep) => !signal.aborted && setEntry({ is: 'running', step })
      const entered = await enterSection(
        { api, tokens },
        { bdGuid, preparing, countBids: counts, onStep, signal },
      )
      if (signal.aborted) return
      if (!entered.ok) return setEntry({ is: 'failed', failure: entered.error })
      const { sessionId, bids, at, bidStyle } = entered.value
      const minimum = leastBids(bidStyle, minimumBidders)
      // The section leads to its running step by itself.
      const path = `/bid/${sessionId}${tab === 'open' ? '' : '/bidend'}`
      // The number of bids is final only from the opening time on.
      const tooFew = bids !== null && bids < minimum && at >= epochOf(OpenBidTime)
      if (tooFew) setEntry({ is: 'too-few', bids, minimum, path })
      else navigate(path)
    },
    [bdGuid, OpenBidTime, preparing, counts, tab, minimumBidders, navigate],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry changes `attempt`
  useEffect(() => {
    const gone = new AbortController()
    void enter(gone.signal)
    return () => gone.abort()
  }, [enter, attempt])

  const again = (preparing: boolean) => () => setAttempt({ number: attempt.number + 1, preparing })
  return { entry, retry: again(false), prepare: again(true), go: navigate }
}

const stepTexts = {
  time: 'stepTime',
  record: 'stepRecord',
  authorization: 'stepAuthorization',
  clear: 'stepClear',
  method: 'stepMethod',
} as const

/** The steps of entering a section: done, running, to do. */
function Steps({ at }: { at: EntryStep }) {
  const { t } = useTranslation('hall')
  const current = entrySteps.indexOf(at)
  return (
    <Stack gap="2" pb="4" role="status" aria-label={t('entering')}>
      {entrySteps.map((step, index) => (
        <Flex key={step} gap="3" align="center" color={index > current ? 'fg.muted' : undefined}>
          <Flex w="5" justify="center" align="center" flexShrink={0}>
            {index < current ? (
              <CheckIcon color="fg.success" />
            ) : index === current ? (
              <Spinner size="sm" />
            ) : (
              <DotIcon />
            )}
          </Flex>
          <Text fontWeight={index === current ? 'semibold' : undefined}>{t(stepTexts[step])}</Text>
        </Flex>
      ))}
    </Stack>
  )
}

/** Fewer bids than required: an abandonment notice is due (PRE-3). */
function TooFew({ name, bids, minimum }: { name: string; bids: number; minimum: number }) {
  const say = useMessage()
  return (
    <Notice tone="warning" title={name}>
      {say({ code: 'too-few-bidders', params: { minimum, count: bids } })}
    </Notice>
  )
}
