import { useRole } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import type { StaffKind } from '#domain/preparation/site-staff.ts'

/** The tables in the dialog's order (PRE-7), without supervisors for roles from which these are hidden. */
export function useStaffKinds(): readonly StaffKind[] {
  const role = useRole()
  const { supervisorHiddenFrom } = useVariant().rules
  const isHidden = supervisorHiddenFrom.some((hidden) => hidden === role)
  return tableOrder.filter((kind) => kind !== 'supervisor' || !isHidden)
}

const tableOrder: readonly StaffKind[] = ['agency-staff', 'owner', 'owner-staff', 'supervisor']
