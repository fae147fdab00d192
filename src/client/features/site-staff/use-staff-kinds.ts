import { useRole } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import type { WorkerKind } from '#domain/preparation/site-staff.ts'

/** The tables in the dialog's order (PRE-7), without supervisors for roles from which these are hidden. */
export function useStaffKinds(): readonly WorkerKind[] {
  const role = useRole()
  const { supervisorHiddenFrom } = useVariant().rules
  const isHidden = supervisorHiddenFrom.some((hidden) => hidden === role)
  return tableOrder.filter((kind) => kind !== 'supervisor' || !isHidden)
}

const tableOrder: readonly WorkerKind[] = ['agency-staff', 'owner', 'owner-staff', 'supervisor']
