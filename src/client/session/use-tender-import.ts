import { useRole, useSession } from '#client/store/session-provider.tsx'
import { takesTenderFiles } from '#domain/tender/imported-files.ts'

/** Who imports tender files now: the viewer (`own`), the opener (`awaited`), or nobody any more (`over`). */
export function useTenderImport(): 'own' | 'awaited' | 'over' {
  const isOpener = useRole() === 'opener'
  const isOpen = useSession(({ state }) => takesTenderFiles(state))
  if (!isOpen) return 'over'
  return isOpener ? 'own' : 'awaited'
}
