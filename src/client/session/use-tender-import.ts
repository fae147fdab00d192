import { useRole, useSession } from '#client/store/session-provider.tsx'
import { takesTenderFiles } from '#domain/tender/imported-files.ts'

/** Whether tender files are still imported, and by whom: the viewer themselves, or the opener whom others wait for. */
export function useTenderImport(): 'own' | 'awaited' | 'over' {
  const isOpener = useRole() === 'opener'
  const isOpen = useSession(({ state }) => takesTenderFiles(state))
  if (!isOpen) return 'over'
  return isOpener ? 'own' : 'awaited'
}
