import { useRole } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'

/** The user types that export tables to Excel. */
const exporters: readonly number[] = [1, 3]

/** Whether the screens offer the viewer Excel; others get the same tables as PDF (REP-1). */
export function useMayExport(): boolean {
  const role = useRole()
  const codes: Readonly<Partial<Record<string, number>>> = useVariant().userTypes.codes
  return role !== null && exporters.includes(codes[role] ?? 0)
}
