import { Button, Stack } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { DeadlineCountdown } from '#client/session/DeadlineCountdown.tsx'
import { FailureHint } from '#client/session/FailureHint.tsx'
import { PageTarget } from '#client/session/PageTarget.tsx'
import { SectionStepBar } from '#client/session/SectionStepBar.tsx'
import { useGoToStep } from '#client/session/step-navigation.ts'
import { TaskList } from '#client/session/tasks/TaskList.tsx'
import { useOwnBidder } from '#client/session/use-own-bidder.ts'
import { WaitingRoom } from '#client/session/waiting/WaitingRoom.tsx'
import { useDecryptionDeadline, useRole, useSession } from '#client/store/session-provider.tsx'
import { ArrowIcon } from '#client/ui/icons.tsx'
import { awaitsKey } from '#domain/decryption/hand-over.ts'
import { flow, hasAnnouncement, type Step } from '#domain/session/flow.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { BidderState, FileState } from '#domain/submission/bid-state.ts'
import {
  filesIn,
  hasFailed,
  hasSubmitted,
  isExcluded,
  openedBidders,
  participants,
} from '#domain/submission/bids.ts'
import { isEncrypted } from '#domain/tender/tender.ts'
import { DecryptionCommand } from './DecryptionCommand.tsx'
import { DecryptionProgress } from './DecryptionProgress.tsx'
import { OwnFiles } from './OwnFiles.tsx'

/**
 * Step 2 from the decryption command on: bidders open their own files, everybody watches. In mode YS the whole step is
 * shown here, so the command is given here too. Without bid encryption there is no command: the hall imports the files
 * automatically (DEC-15).
 */
export function Decryption() {
  const role = useRole()
  const asksForCommand = useSession(({ state }) => state.decryption === null && isEncrypted(state))
  const submitted = useSession(({ state }) => participants(state).length)
  return (
    <>
      <DecryptionBar />
      <Stack gap="5">
        <TaskList step="opening" />
        <FailureHint />
        <PageTarget name="command">
          {role === 'opener' && asksForCommand && <DecryptionCommand submitted={submitted} />}
        </PageTarget>
        {role === 'bidder' && <OwnFiles />}
        <WaitingRoom />
        <PageTarget name="progress">
          <DecryptionProgress />
        </PageTarget>
      </Stack>
    </>
  )
}

function DecryptionBar() {
  const { t } = useTranslation('steps')
  const isOpener = useRole() === 'opener'
  const own = useOwnBidder()
  const state = useSession((snapshot) => snapshot.state)
  const window = useDecryptionDeadline()
  const count = participants(state).length
  const imported = openedBidders(state).length
  const sentence = t(sentenceOf(state, isOpener, own), { count, imported })
  const failed = failedAtClose(state)
  return (
    <SectionStepBar
      step={t(titleOf(state))}
      sentence={failed > 0 ? t('opening.closedWithout', { sentence, count: failed }) : sentence}
      countdown={
        window &&
        !window.closed && <DeadlineCountdown deadline={window.deadline} label={t('decryption.remaining')} />
      }
      action={<NextStepButton state={state} isOpener={isOpener} />}
    />
  )
}

/** How many bids were not opened, once the step is over and until the next one. */
function failedAtClose(state: SessionState): number {
  if (!state.decryption?.closed || state.flow >= flow.announcement) return 0
  return participants(state).filter((bidder) => hasFailed(state, bidder)).length
}

function titleOf({ tender }: SessionState): string {
  if (tender?.qualification === 8) return 'opening.titleQualification'
  if (tender && !tender.encrypted) return 'opening.title'
  return 'decryption.title'
}

function NextStepButton({ state, isOpener }: { state: SessionState; isOpener: boolean }) {
  const { t } = useTranslation('steps')
  const goTo = useGoToStep()
  const entered = state.flow >= flow.announcement
  if (!entered && !(isOpener && state.decryption)) return null
  const next: Step = hasAnnouncement(state.tender?.bidStyle ?? 1) ? 'announcement' : 'end'
  const act = next === 'end' ? 'opening.enterEnd' : 'opening.enterAnnouncement'
  return (
    <Button
      size={{ base: 'md', md: 'lg' }}
      variant={entered ? 'outline' : 'solid'}
      // The server refuses it until every file is open or the time is over.
      disabled={!entered && !state.decryption?.closed}
      onClick={() => goTo(next)}
    >
      {t(entered ? `common.goStep.${next}` : act)}
      <ArrowIcon />
    </Button>
  )
}

function sentenceOf(state: SessionState, isOpener: boolean, own: BidderState | null): string {
  if (!isEncrypted(state)) return importSentenceOf(state, isOpener)
  if (!state.decryption) return isOpener ? 'opening.setLimit' : 'decryption.barNotIssued'
  if (state.flow >= flow.announcement) return 'opening.announced'
  if (state.decryption.closed) return `opening.${closedSentenceOf(state, isOpener)}`
  if (!own) return 'opening.running'
  if (!hasSubmitted(state, own)) return 'decryption.barNone'
  if (isExcluded(state, own)) return 'decryption.barExcluded'
  return ownSentenceOf(filesIn(state, own).map(({ file }) => file))
}

/** Of a bidder's own files while the window is open. */
function ownSentenceOf(files: readonly FileState[]): string {
  if (files.every(({ status }) => status === 'imported')) return 'opening.bidderDone'
  if (files.some(awaitsKey)) return 'decryption.barOpen'
  if (files.some(({ status }) => status === 'opening')) return 'decryption.barOpening'
  // Failed: the window was opened again for others.
  return 'opening.running'
}

function importSentenceOf(state: SessionState, isOpener: boolean): string {
  if (!state.decryption) return state.flow < flow.opening ? 'opening.plain.wait' : 'opening.plain.nothing'
  if (state.flow >= flow.announcement) return 'opening.announced'
  if (!state.decryption.closed) return 'opening.plain.running'
  return `opening.plain.${closedSentenceOf(state, isOpener)}`
}

/** The next step is the announcement, or the end step where bids are not announced. */
function closedSentenceOf({ tender }: SessionState, isOpener: boolean): string {
  if (hasAnnouncement(tender?.bidStyle ?? 1)) return isOpener ? 'closedOpener' : 'closedOthers'
  return isOpener ? 'closedOpenerEnd' : 'closedOthersEnd'
}
