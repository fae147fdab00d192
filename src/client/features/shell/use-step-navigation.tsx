import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { api } from '#client/net/api.ts'
import type { GoToStep } from '#client/session/step-navigation.ts'
import { isStepReached } from '#client/session/steps.ts'
import {
  useRole,
  useSend,
  useSession,
  useSessionId,
  useSnapshotReader,
} from '#client/store/session-provider.tsx'
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx'
import { toast } from '#client/ui/Toast.tsx'
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
  const [asking, setAsking] = useState(false)

  const goTo = useCallback(
    async (step: Step) => {
      const { state } = snapshot()
      if (isStepReached(step, state, role)) return navigate(routeOfStep(step, state))
      const denial = denialOf(step, state, role)
      if (denial) return tell(denial)
      if (step !== 'announcement') return enter(step)
      const check = await api('checkIntoCBCondition', { session })
      if (!check.ok) return toast.error(check.error.message, check.error.code)
      if (check.value.Status) setAsking(true)
      else toast.warning(check.value.message, check.value.code)
    },
    [snapshot, role, navigate, tell, enter, session],
  )

  return {
    goTo: useCallback((step) => void goTo(step), [goTo]),
    dialog: (
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('enterAnnouncement')}
        whom={t('everybody')}
        onConfirm={() => enter('announcement')}
      >
        {t('enterAnnouncementWhat')}
      </ConfirmDialog>
    ),
  }
}

/** Sends the command that enters a step, and shows the step once the log has it. */
function useEntering(): (step: Step) => Promise<void> {
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
    async (step) => {
      const command = enteringCommand(step, snapshot().state)
      if (!command) return
      const result = await send(command, {})
      if (result.ok) setEntered(step)
      else toast.warning(result.error.message, result.error.code)
    },
    [send, snapshot],
  )
}
