import { useRole } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import type { WorkerKind } from '#domain/preparation/site-staff.ts'

/** The four tables in the dialog's order (PRE-7); who may not know who supervises is shown three. */
export function useStaffKinds(): readonly WorkerKind[] {
  const role = useRole()
  const { supervisorHiddenFrom } = useVariant().rules
  const unseeing = supervisorHiddenFrom.some((hidden) => hidden === role)
  return tableOrder.filter((kind) => kind !== 'supervisor' || !unseeing)
}

const tableOrder: readonly WorkerKind[] = ['agency-staff', 'owner', 'owner-staff', 'supervisor']
