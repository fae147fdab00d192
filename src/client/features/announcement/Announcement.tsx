import { Button, Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { OverviewTable } from '#client/session/OverviewTable.tsx'
import { useGoToStep } from '#client/session/step-navigation.ts'
import { useOwnBidder } from '#client/session/use-own-bidder.ts'
import { useViewerSide } from '#client/session/use-viewer-side.ts'
import { useRole, useSession } from '#client/store/session-provider.tsx'
import { ArrowIcon } from '#client/ui/icons.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { StepBar } from '#client/ui/StepBar.tsx'
import { useTimeFormat } from '#client/ui/time-format.ts'
import { overviewRows } from '#domain/ending/record.ts'
import type { Role } from '#domain/session/actor.ts'
import { flow } from '#domain/session/flow.ts'
import { openedBidders } from '#domain/submission/bids.ts'

/** Step 3: the announced figures of the opened bids, shown to everybody (ANN-3, ANN-6). */
export function Announcement() {
  const { t } = useTranslation('steps')
  const time = useTimeFormat()
  const side = useViewerSide()
  const own = useOwnBidder()
  const state = useSession((snapshot) => snapshot.state)
  const rows = useMemo(() => overviewRows(state), [state])
  return (
    <>
      <AnnouncementBar />
      <Panel
        title={t('announcement.overview')}
        actions={
          state.announcement && (
            <Text color="fg.muted">
              {t('announcement.startedAt', { time: time.second(state.announcement.startedAt) })}
            </Text>
          )
        }
      >
        <OverviewTable
          rows={rows}
          tender={state.tender}
          envelope={state.stage.number}
          side={side}
          ownCode={own?.code ?? null}
        />
      </Panel>
    </>
  )
}

function AnnouncementBar() {
  const { t } = useTranslation('steps')
  const role = useRole()
  const isOpener = role === 'opener'
  const goTo = useGoToStep()
  const count = useSession(({ state }) => (state.announcement ? openedBidders(state).length : 0))
  const preReview = useSession(({ state }) => state.tender?.preReview)
  const status = useSession(({ state }) => state.flow)
  const announced = status >= flow.announcementLowest
  const ended = status >= flow.end
  return (
    <StepBar
      step={t(preReview ? 'announcement.titlePreReview' : 'announcement.title')}
      sentence={t(`announcement.${sentenceOf(role, announced, ended)}`, { count })}
      action={
        announced &&
        (isOpener || ended) && (
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

function sentenceOf(role: Role | null, announced: boolean, ended: boolean): string {
  if (!announced) return role === 'opener' ? 'notYetOpener' : 'notYetOthers'
  if (ended) return 'ended'
  // Only bidders are asked to check their own figures.
  return role === 'opener' ? 'openerNow' : role === 'bidder' ? 'othersNow' : 'watchersNow'
}
