import { useRole, useSession } from '#client/store/session-provider.tsx'
import { untilEnded } from '#domain/session/roles-and-statuses.ts'
import { OpeningFiles } from './OpeningFiles.tsx'

/** The record of problems of the opening (FIL-1). */
export function ProblemsPanel() {
  const isOpener = useRole() === 'opener'
  const isOpen = useSession(({ state }) => untilEnded.includes(state.status))
  return <OpeningFiles purpose="problem" editable={isOpener && isOpen} />
}
