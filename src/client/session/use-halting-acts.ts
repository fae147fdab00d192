import { useRole, useSession } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import { failureProblem, haltProblem, resumeProblem } from '#domain/halting/commands.ts'
import { openerAndAgency, untilEnded } from '#domain/session/roles-and-statuses.ts'
import type { HaltingAct } from './halting-dialog.ts'

const acts = ['paused', 'stopped', 'resume', 'failure'] as const satisfies readonly HaltingAct[]

/** What the viewer may do with the lot now (HLT-1 to HLT-4). */
export function useHaltingActs(): readonly HaltingAct[] {
  const role = useRole()
  const { stopAllowed } = useVariant().laterSteps
  return useSession(({ state }) => {
    if (!role || !openerAndAgency.includes(role) || !untilEnded.includes(state.status)) return []
    return acts.filter((act) => {
      if (act === 'resume') return resumeProblem(state) === null
      if (act === 'failure') return failureProblem(state) === null
      return haltProblem(state, { stopAllowed }, act) === null
    })
  })
}
