import { Button, Flex, Stack, Text } from '@chakra-ui/react'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { checkedRows } from '#client/session/checked-rows.ts'
import { MarkBid } from '#client/session/MarkBid.tsx'
import { OverviewTable } from '#client/session/OverviewTable.tsx'
import { useGoToStep } from '#client/session/step-navigation.ts'
import { useOwnBidder } from '#client/session/use-own-bidder.ts'
import { useViewerSide } from '#client/session/use-viewer-side.ts'
import { useRole, useSession } from '#client/store/session-provider.tsx'
import { ArrowIcon } from '#client/ui/icons.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { StepBar } from '#client/ui/StepBar.tsx'
import { useTimeFormat } from '#client/ui/time-format.ts'
import { isReadingDue } from '#domain/announcement/reading.ts'
import type { OverviewRow } from '#domain/ending/record.ts'
import type { Role } from '#domain/session/actor.ts'
import { flow } from '#domain/session/flow.ts'
import { openedBidders } from '#domain/submission/bids.ts'
import { BidBeingRead } from './BidBeingRead.tsx'
import { ExportOverview } from './ExportOverview.tsx'
import { OwnRow } from './OwnRow.tsx'
import { ReadingControls } from './ReadingControls.tsx'

/** Step 3: the announced figures of the opened bids, shown to everybody (ANN-3, ANN-6). */
export function Announcement() {
  const { t } = useTranslation('steps')
  const time = useTimeFormat()
  const side = useViewerSide()
  const own = useOwnBidder()
  const state = useSession((snapshot) => snapshot.state)
  const rows = useMemo(() => checkedRows(state), [state])
  const role = useRole()
  const reading = state.announcement?.reading
  const mayMark = role === 'opener' && state.announcement !== null && state.confirmation === null
  const markAction = useCallback(({ bidderCode }: OverviewRow) => <MarkRow code={bidderCode} />, [])
  return (
    <>
      <AnnouncementBar />
      <Stack gap="4">
        {role === 'opener' && <ReadingControls />}
        <BidBeingRead />
        <OwnRow />
        <Panel
          title={t('announcement.overview')}
          actions={
            state.announcement && (
              <Flex gap="3" align="center" wrap="wrap">
                <Text color="fg.muted">
                  {t('announcement.startedAt', { time: time.second(state.announcement.startedAt) })}
                </Text>
                <ExportOverview />
              </Flex>
            )
          }
        >
          <OverviewTable
            rows={rows}
            tender={state.tender}
            envelope={state.stage.number}
            side={side}
            ownCode={own?.code ?? null}
            readCode={reading?.endedAt === null ? reading.bidderCode : null}
            showChecks={side === 'opener'}
            remarkAction={mayMark ? markAction : undefined}
          />
        </Panel>
      </Stack>
    </>
  )
}

/** Marking a bid invalid is possible here too (DEC-16). */
function MarkRow({ code }: { code: string }) {
  const bidder = useSession(({ state }) => state.bidders[code])
  return bidder ? <MarkBid bidder={bidder} /> : null
}

function AnnouncementBar() {
  const { t } = useTranslation('steps')
  const role = useRole()
  const isOpener = role === 'opener'
  const goTo = useGoToStep()
  const count = useSession(({ state }) =>
    state.announcement ? openedBidders(state).filter(({ figures }) => figures !== null).length : 0,
  )
  const preReview = useSession(({ state }) => state.tender?.preReview)
  const status = useSession(({ state }) => state.flow)
  const waits = useSession(({ state }) => isReadingDue(state))
  const announced = status >= flow.announcementLowest
  const ended = status >= flow.end
  return (
    <StepBar
      step={t(preReview ? 'announcement.titlePreReview' : 'announcement.title')}
      sentence={t(`announcement.${sentenceOf(role, announced, ended, waits)}`, { count })}
      action={
        announced &&
        (ended || (isOpener && !waits)) && (
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

function sentenceOf(role: Role | null, announced: boolean, ended: boolean, waits: boolean): string {
  if (!announced) return role === 'opener' ? 'notYetOpener' : 'notYetOthers'
  if (ended) return 'ended'
  if (role === 'opener' && waits) return 'openerReads'
  // Only bidders are asked to check their own figures.
  return role === 'opener' ? 'openerNow' : role === 'bidder' ? 'othersNow' : 'watchersNow'
}
