import { Button } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { DeadlineCountdown } from '#client/session/DeadlineCountdown.tsx'
import { SectionStepBar } from '#client/session/SectionStepBar.tsx'
import { useGoToStep } from '#client/session/step-navigation.ts'
import { useOwnBidder } from '#client/session/use-own-bidder.ts'
import { useRole, useSession } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import { ArrowIcon } from '#client/ui/icons.tsx'
import { isReadingDue, isRowPublic, runningReading } from '#domain/announcement/reading.ts'
import { openStatements } from '#domain/ending/statements.ts'
import { askedBidders, inquiryProblem } from '#domain/inquiry/inquiry.ts'
import type { Role } from '#domain/session/actor.ts'
import { flow } from '#domain/session/flow.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { BidderState } from '#domain/submission/bid-state.ts'
import { biddersOf, hasFailed, isOpened, participants, takesPart } from '#domain/submission/bids.ts'

/** The bar of step 3: what is happening, and the way on once the reading and the objection inquiry have ended. */
export function AnnouncementBar() {
  const { t } = useTranslation('steps')
  const role = useRole()
  const own = useOwnBidder()
  const goTo = useGoToStep()
  const rules = useVariant().laterSteps
  const preReview = useSession(({ state }) => state.tender?.preReview)
  const status = useSession(({ state }) => state.flow)
  const deadline = useSession(({ state }) =>
    state.inquiry?.closed === false ? state.inquiry.deadline : null,
  )
  const mayGoOn = useSession(
    ({ state }) => role === 'opener' && !isReadingDue(state) && inquiryProblem(state, rules) === null,
  )
  const sentence = useSession(({ state }) => {
    const asks = role === 'opener' && inquiryProblem(state, rules)?.code === 'inquiry-not-issued'
    return sentenceOf(state, role, own, asks)
  })
  const counts = useSession(({ state }) => countsOf(state, sentence))
  const ended = status >= flow.end
  return (
    <SectionStepBar
      step={t(preReview ? 'announcement.titlePreReview' : 'announcement.title')}
      sentence={t(`announcement.${sentence}`, counts)}
      countdown={<DeadlineCountdown deadline={deadline} label={t('shell:deadline_inquiry')} />}
      action={
        status >= flow.announcementLowest &&
        (ended || mayGoOn) && (
          <Button
            size={{ base: 'md', md: 'lg' }}
            variant={ended ? 'outline' : 'solid'}
            onClick={() => goTo('end')}
          >
            {t(ended ? 'common.goStep.end' : 'announcement.enterEnd')}
            <ArrowIcon />
          </Button>
        )
      }
    />
  )
}

/** The text key of the sentence; `asks`: the opener has to order the inquiry. */
function sentenceOf(state: SessionState, role: Role | null, own: BidderState | null, asks: boolean): string {
  if (state.flow < flow.announcementLowest) return role === 'opener' ? 'notYetOpener' : 'notYetOthers'
  if (state.flow >= flow.end) return 'ended'
  if (state.inquiry?.closed === false) return inquirySentence(state, role, own)
  if (role === 'opener') {
    if (isReadingDue(state)) return readersSentence(state)
    if (asks) return 'openerAsks'
    return openStatements(state) > 0 ? 'openerReplies' : 'openerNow'
  }
  if (own && missedInquiry(state, own)) return 'inquiryMissed'
  if (isReadingDue(state) && announcedCount(state) === 0) return 'othersWait'
  return own && isRowPublic(state, own) ? ownRowSentence(state, own) : watchersSentence(state)
}

/** Of the opener until the reading has ended. */
function readersSentence(state: SessionState): string {
  const reading = runningReading(state)
  if (!reading?.bidderCode) return 'openerReads'
  return reading.paused ? 'openerPaused' : 'openerReading'
}

/** Of a bidder whose row is public: only one whose bid was opened is asked to check it (ANN-13). */
function ownRowSentence(state: SessionState, own: BidderState): string {
  const { rowCheck } = own
  if (!rowCheck) return hasFailed(state, own) ? watchersSentence(state) : 'othersNow'
  if (rowCheck.answer === 'right') return 'ownRight'
  return rowCheck.reply ? 'ownReplied' : 'ownDisputed'
}

/** Of whoever looks on, during the reading and after it. */
function watchersSentence(state: SessionState): string {
  return runningReading(state) ? 'watchersReading' : 'watchersNow'
}

function inquirySentence(state: SessionState, role: Role | null, own: BidderState | null): string {
  if (role !== 'bidder') return 'inquiry'
  if (!own || !takesPart(state, own)) return 'inquiryOthers'
  return state.inquiry?.answers[own.code] ? 'inquiryAnswered' : 'inquiryBidder'
}

function missedInquiry(state: SessionState, own: BidderState): boolean {
  const { inquiry } = state
  return inquiry?.closed === true && takesPart(state, own) && !inquiry.answers[own.code]
}

/** The numbers of a sentence, and whose bid is read. */
function countsOf(state: SessionState, sentence: string): Readonly<Record<string, number | string>> {
  if (sentence === 'inquiry') {
    const asked = askedBidders(state)
    return { answered: asked.filter(({ answer }) => answer).length, asked: asked.length }
  }
  if (sentence === 'openerReading') {
    const { position = 0, bidderCode = null } = runningReading(state) ?? {}
    return { position, total: participants(state).length, name: state.bidders[bidderCode ?? '']?.name ?? '' }
  }
  if (sentence === 'openerReplies') return { count: openStatements(state) }
  return counting.includes(sentence) ? { count: announcedCount(state) } : {}
}

/** Those that say how many bids are public. */
const counting = ['openerNow', 'watchersReading', 'watchersNow', 'othersNow']

/** The number of bids whose figures are public. */
function announcedCount(state: SessionState): number {
  if (!state.announcement) return 0
  return biddersOf(state).filter((bidder) => bidder.figures !== null && isOpened(state, bidder)).length
}
