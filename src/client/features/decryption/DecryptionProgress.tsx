import { Box, Flex, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { MarkBid } from '#client/session/MarkBid.tsx'
import { useViewerSide } from '#client/session/use-viewer-side.ts'
import { useRole, useSession } from '#client/store/session-provider.tsx'
import { clockText } from '#client/ui/clock-text.ts'
import { Panel } from '#client/ui/Panel.tsx'
import { Progress as ProgressBar } from '#client/ui/Progress.tsx'
import { useTimeFormat } from '#client/ui/time-format.ts'
import { useSentences } from '#client/ui/use-sentences.ts'
import { WholeTimes } from '#client/ui/WholeTimes.tsx'
import { isTerminated } from '#domain/session/lot.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { BidderState } from '#domain/submission/bid-state.ts'
import { participants, standingOf, submitters } from '#domain/submission/bids.ts'
import { isEncrypted } from '#domain/tender/tender.ts'
import { epochOf } from '#lib/time.ts'
import { BidFilesTable } from './BidFilesTable.tsx'
import { ExtendDecryption } from './ExtendDecryption.tsx'
import { LargeFileProgress } from './LargeFileProgress.tsx'
import { HallEvidence } from './LineEvidence.tsx'
import { ReopenDecryption } from './ReopenDecryption.tsx'

/** The progress of the decryption: counts, and each bidder's files with status and cause (DEC-10). */
export function DecryptionProgress() {
  const { t } = useTranslation('steps')
  const isOpener = useRole() === 'opener'
  const side = useViewerSide()
  const time = useTimeFormat()
  const sentences = useSentences()
  const state = useSession((snapshot) => snapshot.state)
  const bidders = useMemo(() => submitters(state), [state])
  // Marks may be changed until the confirmation of the overview is issued.
  const marking = isOpener && state.confirmation === null && state.endedAt === null
  const action = useCallback((bidder: BidderState) => <MarkBid bidder={bidder} />, [])
  const { decryption } = state
  const leads = isOpener && !isTerminated(state.lot)
  const stoppedAt = timeLeftWhileHalted(state)
  return (
    <Panel title={t('decryption.everybody')}>
      <Stack gap="4">
        {decryption && (
          <Text color="fg.muted">
            <WholeTimes
              text={sentences(
                decryption.deadline === null
                  ? t('opening.plain.started', { time: time.second(decryption.issuedAt) })
                  : t(decryption.extendedMinutes > 0 ? 'opening.commandExtended' : 'opening.commandIssued', {
                      time: time.second(decryption.issuedAt),
                      minutes: decryption.limitMinutes,
                      extended: decryption.extendedMinutes,
                      deadline: time.second(decryption.deadline),
                    }),
                decryption.prolongedFor.length > 0 && t('window.prolonged'),
                stoppedAt !== null &&
                  !isTerminated(state.lot) &&
                  t('window.stopped', {
                    left: clockText(stoppedAt, (days) => t('common:clockDays', { days })),
                  }),
                decryption.cause && t(`opening.closedBy.${decryption.cause}`),
              )}
            />
          </Text>
        )}
        <HallEvidence />
        <Counts state={state} />
        {leads && <ExtendDecryption />}
        {leads && <ReopenDecryption />}
        <LargeFileProgress />
        <BidFilesTable bidders={bidders} side={side} action={marking ? action : undefined} />
        {leads && decryption && !decryption.closed && (
          <Text color="fg.muted" textStyle="sm">
            {t(isEncrypted(state) ? 'opening.announceWait' : 'opening.plain.announceWait')}
          </Text>
        )}
      </Stack>
    </Panel>
  )
}

/** What a halted lot left of the time to decrypt, as on a clock; null where none is left or the clock runs. */
function timeLeftWhileHalted({ decryption, haltedAt }: SessionState): number | null {
  if (!decryption?.deadline || decryption.closed || haltedAt === null) return null
  return epochOf(decryption.deadline) - epochOf(haltedAt)
}

function Counts({ state }: { state: SessionState }) {
  const { t } = useTranslation('steps')
  const counts = useMemo(() => countsOf(state), [state])
  const encrypted = isEncrypted(state)
  const shown = [
    [state.stage.number === 2 ? 'countParticipants' : 'countSubmitted', counts.total],
    [encrypted ? 'countImported' : 'plain.countImported', counts.imported],
    [encrypted ? 'countPending' : 'plain.countPending', counts.pending],
    ['countFailed', counts.failed],
  ] as const
  return (
    <Stack gap="3" data-tour="counts">
      <SimpleGrid columns={{ base: 2, md: 4 }} gap="3">
        {shown.map(([key, count]) => (
          <Box key={key} borderWidth="1px" rounded="md" px="4" py="2">
            <Text textStyle="sm" color="fg.muted">
              {t(`opening.${key}`)}
            </Text>
            <Flex align="baseline" gap="1">
              <Text textStyle={{ base: '2xl', '2xl': '4xl' }} fontWeight="semibold">
                {count}
              </Text>
              {key === 'countFailed' && count > 0 && (
                <Text textStyle="sm" color="fg.muted">
                  {t('opening.countFailedAs', { revoked: counts.revoked, withdrawn: count - counts.revoked })}
                </Text>
              )}
            </Flex>
          </Box>
        ))}
      </SimpleGrid>
      <ProgressBar
        label={t(encrypted ? 'opening.counts' : 'opening.plain.counts')}
        done={counts.imported}
        total={counts.total}
        isOver={state.decryption?.closed === true}
      />
    </Stack>
  )
}

function countsOf(
  state: SessionState,
): Record<'total' | 'imported' | 'failed' | 'revoked' | 'pending', number> {
  const standings = participants(state).map((bidder) => standingOf(state, bidder))
  const imported = standings.filter(({ status }) => status === 'imported').length
  const failures = standings.flatMap((file) => (file.status === 'failed' ? [file.kind] : []))
  const [total, failed] = [standings.length, failures.length]
  const revoked = failures.filter((kind) => kind === 'revoked').length
  return { total, imported, failed, revoked, pending: total - imported - failed }
}
