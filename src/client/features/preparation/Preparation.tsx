import { Button, Stack } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DeadlineCountdown } from '#client/session/DeadlineCountdown.tsx'
import { PageTarget } from '#client/session/PageTarget.tsx'
import { PersonPanel } from '#client/session/PersonPanel.tsx'
import { SectionStepBar } from '#client/session/SectionStepBar.tsx'
import { useGoToStep } from '#client/session/step-navigation.ts'
import { isStepReached } from '#client/session/steps.ts'
import { inOrderOfWork } from '#client/session/tasks/opener-tasks.ts'
import { TaskList } from '#client/session/tasks/TaskList.tsx'
import { WaitingRoom } from '#client/session/waiting/WaitingRoom.tsx'
import { useByServerClock, useRole, useSession } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import { ArrowIcon } from '#client/ui/icons.tsx'
import { useMessage } from '#client/ui/use-message.ts'
import { type EntryCondition, entryConditions } from '#domain/preparation/entry-check.ts'
import { flow } from '#domain/session/flow.ts'
import { isEncrypted } from '#domain/tender/tender.ts'
import { epochOf } from '#lib/time.ts'
import { rulesOf } from '#variants/rules-of.ts'
import { BidderPanel } from './BidderPanel.tsx'
import { EvaluationPanel } from './EvaluationPanel.tsx'
import { LinkToMissing } from './LinkToMissing.tsx'
import { TenderFilesPanel } from './TenderFilesPanel.tsx'
import { ProjectPanel, RulesPanel } from './TenderPanels.tsx'
import { TooFewBids } from './TooFewBids.tsx'
import { useEnterInTime } from './use-enter-in-time.ts'

interface PreparationSlots {
  /** Site staff, of another feature. */
  readonly siteStaff?: ReactNode
  /** Draws of parameters, of another feature. */
  readonly draws?: ReactNode
}

/** Step 1: the tender, the participants, and the entry to step 2 (PRE-2). */
export function Preparation({ siteStaff, draws }: PreparationSlots) {
  const isOpener = useRole() === 'opener'
  const order = useOrderOfWork(isOpener)
  useEnterInTime()
  const parts = {
    tenderFiles: <TenderFilesPanel />,
    draws,
    personInfo: isOpener && <PersonPanel />,
    siteStaff,
    bids: <BidderPanel />,
  }
  return (
    <>
      <PreparationBar />
      <Stack gap="5">
        <TaskList step="preparation" />
        <WaitingRoom />
        <TooFewBids />
        {order.map((name) => (
          <PageTarget key={name} name={name}>
            {parts[name]}
          </PageTarget>
        ))}
        <ProjectPanel />
        <EvaluationPanel />
        <RulesPanel />
        {!isOpener && <PersonPanel />}
      </Stack>
    </>
  )
}

/** The parts that step 2 may need, in the order of the opener's tasks: the bidders last, but first for whoever watches. */
function useOrderOfWork(isOpener: boolean): readonly EntryCondition['name'][] {
  const rules = rulesOf(useVariant())
  return useSession(({ state }) => {
    const names = inOrderOfWork(entryConditions(state, rules)).map(({ name }) => name)
    const others = names.filter((name) => name !== 'bids')
    return isOpener ? [...others, 'bids'] : ['bids', ...others]
  })
}

function PreparationBar() {
  const { t } = useTranslation('steps')
  const role = useRole()
  const isOpener = role === 'opener'
  const tender = useSession(({ state }) => state.tender)
  const state = useSession((snapshot) => snapshot.state)
  const entered = state.flow >= flow.opening
  // Bidders go to step 2 with the decryption command (SHL-4); without encryption there is no such command.
  const reached = isStepReached('opening', state, role)
  const waits = !reached && isEncrypted(state)
  const rules = rulesOf(useVariant())
  const say = useMessage()
  const opensAt = epochOf(tender?.opensAt ?? '')
  const early = useByServerClock((now) => now < opensAt)
  // Once the opening has begun the clock no longer matters.
  const missing =
    tender && isOpener && !entered && !early
      ? entryConditions(state, rules).find(({ problem }) => problem)
      : null
  const sentence = isOpener ? openerSentence({ entered, early }) : waitingSentence({ entered, early, waits })
  return (
    <SectionStepBar
      step={t(tender?.bidStyle === 3 ? 'preparation.titleSingleSource' : 'preparation.title')}
      sentence={
        missing?.problem ? (
          <>
            {say(missing.problem)}
            <LinkToMissing name={missing.name} />
          </>
        ) : (
          t(`preparation.${sentence}`)
        )
      }
      countdown={early && <DeadlineCountdown deadline={tender?.opensAt} label={t('preparation.toOpening')} />}
      action={
        (isOpener || reached) && (
          <EnterButton entered={entered} early={early} isQualification={tender?.qualification === 8} />
        )
      }
    />
  )
}

interface Standing {
  readonly entered: boolean
  readonly early: boolean
}

/** The way to step 2, from the opening time on. */
function EnterButton({ entered, early, isQualification }: Standing & { readonly isQualification: boolean }) {
  const { t } = useTranslation('steps')
  const goTo = useGoToStep()
  return (
    <Button
      size={{ base: 'md', md: 'lg' }}
      variant={entered ? 'outline' : 'solid'}
      disabled={!entered && early}
      onClick={() => goTo('opening')}
    >
      {entered
        ? t(isQualification ? 'common.goStep.openingQualification' : 'common.goStep.opening')
        : t(isQualification ? 'preparation.enterQualification' : 'preparation.enter')}
      <ArrowIcon />
    </Button>
  )
}

function openerSentence({ entered, early }: Standing): string {
  if (entered) return 'openerDone'
  return early ? 'openerBefore' : 'openerReady'
}

function waitingSentence({ entered, early, waits }: Standing & { readonly waits: boolean }): string {
  if (entered) return waits ? 'waitCommand' : 'waitDone'
  return early ? 'waitTime' : 'waitOpener'
}
