import { useRole, useSession } from '#client/store/session-provider.tsx'
import { lotProblem, permissions } from '#domain/session/permissions.ts'

const { roles, statuses } = permissions.AddWorker

/** Whether this viewer enters on-site personnel, and whether now is the time for it (PRE-10). */
export function useStaffEditing(): { readonly isEditor: boolean; readonly editable: boolean } {
  const role = useRole()
  const timely = useSession(
    ({ state }) => statuses.includes(state.status) && lotProblem(state.lot, 'AddWorker') === null,
  )
  const isEditor = role !== null && roles.includes(role)
  return { isEditor, editable: isEditor && timely }
}
