import { Stack } from '@chakra-ui/react'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { api } from '#client/net/api.ts'
import { BasePriceNote } from '#client/session/BasePriceNote.tsx'
import { CutShortDialog } from '#client/session/CutShortDialog.tsx'
import { DisputesNote } from '#client/session/DisputesNote.tsx'
import { goToTarget } from '#client/session/PageTarget.tsx'
import type { GoToStep } from '#client/session/step-navigation.ts'
import { isStepReached } from '#client/session/steps.ts'
import {
  useRole,
  useSend,
  useSession,
  useSessionId,
  useSnapshotReader,
} from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx'
import { toast } from '#client/ui/Toast.tsx'
import { openDisputes } from '#domain/announcement/disputes.ts'
import { isReadingDue } from '#domain/announcement/reading.ts'
import { basePriceProblem, isBasePriceUnsaved } from '#domain/base-price/save-check.ts'
import { inquiryProblem } from '#domain/inquiry/inquiry.ts'
import type { Step } from '#domain/session/flow.ts'
import { denialOf, enteringCommand, routeOfStep } from './step-rules.ts'
import { useShowDenial } from './use-show-denial.ts'

/**
 * Goes to a step (SHL-1). Steps up to the current one open at once. The opener enters a further step with a command,
 * after the server's check and, before figures become public, a confirmation; others are told what they wait for.
 */
export function useStepNavigation(): { goTo: GoToStep; dialog: ReactNode } {
  const { t } = useTranslation('shell')
  const tell = useShowDenial()
  const navigate = useNavigate()
  const role = useRole()
  const session = useSessionId()
  const snapshot = useSnapshotReader()
  const enter = useEntering()
  const { rules, laterSteps } = useVariant()
  const disclosesAtOnce = rules.announcementRows === 'at-once'
  const [asking, setAsking] = useState<'announcement' | 'cut-short' | 'end' | null>(null)

  const goTo = useCallback(
    async (step: Step) => {
      const { state } = snapshot()
      if (isStepReached(step, state, role)) return navigate(routeOfStep(step, state))
      const denial = denialOf(step, state, role)
      if (denial) return tell(denial)
      if (enteringCommand(step, state) === 'EnterEnd') {
        // Cutting the reading short would not help (INQ-7).
        const rejection = inquiryProblem(state, laterSteps)
        if (rejection) return tell({ by: 'rule', rejection })
        const unsaved = basePriceProblem(state, laterSteps)
        if (unsaved) {
          goToTarget('basePrice')
          return tell({ by: 'rule', rejection: unsaved })
        }
        // The reading of the bids would be cut short (END-17).
        if (isReadingDue(state)) return setAsking('cut-short')
        if (openDisputes(state).length > 0 || isBasePriceUnsaved(state)) return setAsking('end')
      }
      if (step !== 'announcement') {
        await enter(step)
        return
      }
      const check = await api('checkIntoCBCondition', { session })
      if (!check.ok) return toast.error(check.error.message, check.error.code)
      if (check.value.Status) setAsking('announcement')
      else toast.warning(check.value.message, check.value.code)
    },
    [snapshot, role, navigate, tell, enter, session, laterSteps],
  )

  return {
    goTo: useCallback((step) => void goTo(step), [goTo]),
    dialog: (
      <>
        <ConfirmDialog
          open={asking === 'announcement'}
          onClose={() => setAsking(null)}
          title={t('enterAnnouncement')}
          whom={t('everybody')}
          onConfirm={() => enter('announcement')}
        >
          {t(disclosesAtOnce ? 'enterAnnouncementWhat' : 'enterAnnouncementAsRead')}
        </ConfirmDialog>
        <CutShortDialog
          open={asking === 'cut-short'}
          onClose={() => setAsking(null)}
          title={t('reading:enterEndEarly')}
          onConfirm={(reason) => enter('end', reason)}
        >
          <BasePriceNote />
        </CutShortDialog>
        <ConfirmDialog
          open={asking === 'end'}
          onClose={() => setAsking(null)}
          title={t('steps:announcement.enterEnd')}
          whom={t('everybody')}
          onConfirm={() => enter('end')}
        >
          <Stack gap="3">
            <DisputesNote />
            <BasePriceNote />
          </Stack>
        </ConfirmDialog>
      </>
    ),
  }
}

/** Sends the command that enters a step, and shows the step once the log has it. */
function useEntering(): (step: Step, cutShortReason?: string) => Promise<boolean> {
  const navigate = useNavigate()
  const role = useRole()
  const send = useSend()
  const snapshot = useSnapshotReader()
  const [entered, setEntered] = useState<Step | null>(null)

  // The screen changes with the log, not with the acknowledgement.
  const arrived = useSession(({ state }) => entered !== null && isStepReached(entered, state, role))
  useEffect(() => {
    if (!entered || !arrived) return
    setEntered(null)
    navigate(routeOfStep(entered, snapshot().state))
  }, [entered, arrived, snapshot, navigate])

  return useCallback(
    async (step, cutShortReason) => {
      const command = enteringCommand(step, snapshot().state)
      if (!command) return true
      const result = await (cutShortReason === undefined
        ? send(command, {})
        : send('EnterEnd', { cutShortReason }))
      if (result.ok) setEntered(step)
      else toast.warning(result.error.message, result.error.code)
      return result.ok
    },
    [send, snapshot],
  )
}
