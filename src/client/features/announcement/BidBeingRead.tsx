import { Box, Heading, Stack, Text } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useOwnBidder } from '#client/session/use-own-bidder.ts'
import { useRole, useSession } from '#client/store/session-provider.tsx'
import { DescriptionList } from '#client/ui/DescriptionList.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { Progress } from '#client/ui/Progress.tsx'
import { useNameLanguage } from '#client/ui/use-name-language.ts'
import type { Reading } from '#domain/announcement/announcement-state.ts'
import { bidderAt, nextPosition } from '#domain/announcement/reading.ts'
import { failureKindOf } from '#domain/decryption/outcome.ts'
import { resumeProblem } from '#domain/halting/commands.ts'
import { isTerminated, type LotStatus } from '#domain/session/lot.ts'
import type { BidderState } from '#domain/submission/bid-state.ts'
import { biddersOf, hasFailed, standingOf } from '#domain/submission/bids.ts'
import { figureText } from '#domain/submission/figures.ts'
import { columnsOfEnvelope } from '#domain/tender/tender.ts'
import { unitIn } from '#domain/tender/units.ts'

/**
 * The bid being read, for everybody, as the log says (ANN-9, ANN-10); a bidder reads when it is their turn. As long as no
 * figures are public, the bar says that everybody waits for the first bid.
 */
export function BidBeingRead() {
  const { t } = useTranslation('reading')
  const announcement = useSession(({ state }) => state.announcement)
  const isOpener = useRole() === 'opener'
  const lot = useSession(({ state }) => state.lot)
  const turn = useOwnTurn()
  const somePublic = useSession(({ state }) => biddersOf(state).some(({ figures }) => figures !== null))
  if (!announcement) return null
  const { reading, bidderCount } = announcement
  // The opener has the button that starts it.
  if (!reading && isOpener) return null
  if (reading?.endedAt) return <Ended reading={reading} />
  if (!reading && lot === 'open' && !turn && !somePublic) return null
  return (
    <Panel title={t(titleOf(lot, reading))}>
      <Stack gap="4">
        {lot === 'open' ? turn && <OwnTurn turn={turn} /> : <WhoResumes />}
        {reading ? <Current reading={reading} total={bidderCount} /> : somePublic && <NotStarted />}
      </Stack>
    </Panel>
  )
}

function titleOf(lot: LotStatus, reading: Reading | null): string {
  if (isTerminated(lot)) return 'stopped'
  if (lot !== 'open' || reading?.paused) return 'paused'
  return reading ? 'now' : 'soon'
}

/** Who lets a halted lot go on; that it is halted, and why, stands in the banner. */
function WhoResumes() {
  const { t } = useTranslation('reading')
  const who = useSession(({ state }) => {
    if (resumeProblem(state) === null) return 'opener'
    if (state.lot === 'failure-pending') return 'decision'
    return isTerminated(state.lot) ? 'nobody' : 'platform'
  })
  return <Text>{t(`haltedUntil.${who}`)}</Text>
}

function NotStarted() {
  const { t } = useTranslation('reading')
  return <Text color="fg.muted">{t('notStarted')}</Text>
}

function Ended({ reading }: { reading: Reading }) {
  const { t } = useTranslation('reading')
  const isAsked = useSession(({ state }) => state.inquiry !== null)
  const { cutShort } = reading
  if (cutShort !== null) return <Notice tone="info">{t('wasCutShort', { reason: cutShort })}</Notice>
  // The inquiry that follows says as much.
  return isAsked ? null : <Notice tone="done">{t('finished')}</Notice>
}

function Current({ reading, total }: { reading: Reading; total: number }) {
  const { t } = useTranslation('reading')
  const { position, bidderCode, paused } = reading
  const bidder = useSession(({ state }) => (bidderCode === null ? undefined : state.bidders[bidderCode]))
  return (
    <>
      <Progress label={t('progress')} done={position} total={total} says={t('place', { position, total })} />
      {bidder && (
        // The heading changes with the entry, so that every screen shows it at the same moment.
        <Box data-reading={position}>
          {paused && (
            <Text color="fg.muted" mb="2">
              {t('pausedUntil')}
            </Text>
          )}
          <Heading as="h3" size={{ base: 'lg', md: '2xl' }} mb="2">
            {bidder.name}
          </Heading>
          <ReadItems bidder={bidder} />
        </Box>
      )}
    </>
  )
}

/** What is read of a bid: its figures, or why it has none. */
function ReadItems({ bidder }: { bidder: BidderState }) {
  const { t } = useTranslation('reading')
  const language = useNameLanguage()
  const tender = useSession(({ state }) => state.tender)
  const envelope = useSession(({ state }) => state.stage.number)
  const standing = useSession(({ state }) => standingOf(state, bidder))
  if (standing.status === 'failed') {
    const cause = t(`steps:file.cause.${standing.cause}`)
    const kind = t(`steps:overview.badgeFailed.${failureKindOf(standing.cause)}`)
    return <Notice tone="info">{t('bid.failed', { kind, cause })}</Notice>
  }
  if (bidder.invalid) return <Notice tone="info">{t('bid.invalid', { note: bidder.invalid.note })}</Notice>
  const items = (tender ? columnsOfEnvelope(tender, envelope) : []).flatMap(({ key, title, kind, unit }) => {
    const value = bidder.figures?.[key]
    return value
      ? [{ label: title[language], value: `${figureText(kind, value)} ${unitIn(language, unit)}`.trimEnd() }]
      : []
  })
  return items.length > 0 ? <DescriptionList items={items} /> : <Text color="fg.muted">{t('none')}</Text>
}

type Turn = 'next' | 'now'

/** Whether the viewing bidder's bid is next, or is being read. */
function useOwnTurn(): Turn | null {
  const isBidder = useRole() === 'bidder'
  const own = useOwnBidder()
  const isNext = useSession(({ state }) => {
    const next = nextPosition(state)
    return next !== null && own !== null && bidderAt(state, next)?.code === own.code
  })
  const isNow = useSession(
    ({ state }) => own !== null && state.announcement?.reading?.bidderCode === own.code,
  )
  if (!isBidder) return null
  if (isNow) return 'now'
  return isNext ? 'next' : null
}

function OwnTurn({ turn }: { turn: Turn }) {
  const { t } = useTranslation('reading')
  const own = useOwnBidder()
  const failed = useSession(({ state }) => own !== null && hasFailed(state, own))
  if (turn === 'next') return <Notice tone="info" title={t('nextIsYou')} />
  if (failed) return <Notice tone="info" title={t('youNowFailed')} />
  if (own?.rowCheck) return <Notice tone="info" title={t('youNowChecked')} />
  return <Notice tone="warning" title={t('youNow')} />
}
