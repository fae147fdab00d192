import { useRole, useSession } from '#client/store/session-provider.tsx'
import { lotProblem, permissions } from '#domain/session/permissions.ts'

const { roles, statuses } = permissions.AddWorker

/** Whether the viewer's role edits site staff, and whether it is possible now (PRE-10). */
export function useStaffEditing(): { readonly isEditor: boolean; readonly editable: boolean } {
  const role = useRole()
  const isOpen = useSession(
    ({ state }) => statuses.includes(state.status) && lotProblem(state.lot, 'AddWorker') === null,
  )
  const isEditor = role !== null && roles.includes(role)
  return { isEditor, editable: isEditor && isOpen }
}
