import { Flex, Stack, Text } from '@chakra-ui/react'
import { Fragment, type ReactElement, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { checkedRows } from '#client/session/checked-rows.ts'
import { DisputesPanel } from '#client/session/Disputes.tsx'
import { MarkBid } from '#client/session/MarkBid.tsx'
import { OverviewTable } from '#client/session/OverviewTable.tsx'
import { PageTarget } from '#client/session/PageTarget.tsx'
import { TaskList } from '#client/session/tasks/TaskList.tsx'
import { useOwnBidder } from '#client/session/use-own-bidder.ts'
import { useViewerSide } from '#client/session/use-viewer-side.ts'
import { WaitingRoom } from '#client/session/waiting/WaitingRoom.tsx'
import { useRole, useSession } from '#client/store/session-provider.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { useTimeFormat } from '#client/ui/time-format.ts'
import { WholeTimes } from '#client/ui/WholeTimes.tsx'
import { isReadingDue } from '#domain/announcement/reading.ts'
import type { OverviewRow } from '#domain/ending/record.ts'
import { AnnouncementBar } from './AnnouncementBar.tsx'
import { BidBeingRead } from './BidBeingRead.tsx'
import { ExportOverview } from './ExportOverview.tsx'
import { OwnRow } from './OwnRow.tsx'
import { ReadingControls } from './ReadingControls.tsx'

/** Step 3: the announced figures of the opened bids, shown to everybody (ANN-3, ANN-6). */
export function Announcement({ inquiry }: { inquiry: ReactElement }) {
  const side = useViewerSide()
  const isOpener = useRole() === 'opener'
  // While bids are read, the bid and the list come before an inquiry that the opener has yet to order; others see none.
  const readsFirst = useSession(({ state }) => isOpener && state.inquiry === null && isReadingDue(state))
  const asked = (
    <PageTarget key="inquiry" name="inquiry">
      {inquiry}
    </PageTarget>
  )
  const read = (
    <Fragment key="read">
      <PageTarget name="disputes">{side === 'opener' && <DisputesPanel />}</PageTarget>
      <OwnRow />
      <BidBeingRead />
    </Fragment>
  )
  const listed = (
    <Fragment key="listed">
      <WaitingRoom />
      <AnnouncedPanel />
    </Fragment>
  )
  return (
    <>
      <AnnouncementBar />
      <Stack gap="4">
        <TaskList step="announcement" />
        <PageTarget name="reading">{isOpener && <ReadingControls />}</PageTarget>
        {readsFirst ? [read, listed, asked] : [asked, read, listed]}
      </Stack>
    </>
  )
}

function AnnouncedPanel() {
  const { t } = useTranslation('steps')
  const time = useTimeFormat()
  const startedAt = useSession(({ state }) => state.announcement?.startedAt)
  return (
    <Panel
      title={t('announcement.overview')}
      tour="overview"
      actions={
        startedAt && (
          <Flex gap="3" align="center" wrap="wrap">
            <Text color="fg.muted">
              <WholeTimes text={t('announcement.startedAt', { time: time.second(startedAt) })} />
            </Text>
            <ExportOverview />
          </Flex>
        )
      }
    >
      <AnnouncedTable />
    </Panel>
  )
}

/** Apart from the rest of the screen, because it looks at all bids with each entry of the log. */
function AnnouncedTable() {
  const side = useViewerSide()
  const own = useOwnBidder()
  const state = useSession((snapshot) => snapshot.state)
  const rows = useMemo(() => checkedRows(state), [state])
  const role = useRole()
  const reading = state.announcement?.reading
  const mayMark = role === 'opener' && state.announcement !== null && state.confirmation === null
  const markAction = useCallback(({ bidderCode }: OverviewRow) => <MarkRow code={bidderCode} />, [])
  return (
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
  )
}

/** Marking a bid invalid is possible here too (DEC-16). */
function MarkRow({ code }: { code: string }) {
  const bidder = useSession(({ state }) => state.bidders[code])
  return bidder ? <MarkBid bidder={bidder} /> : null
}
