import { useRole, useSession } from '#client/store/session-provider.tsx'
import { flow } from '#domain/session/flow.ts'

/**
 * Whether tender files are still taken (P1), and whose it is to import them: the viewer's own, or awaited from the
 * opener. Once step 2 is entered its entry check stays true: it is over.
 */
export function useTenderImport(): 'own' | 'awaited' | 'over' {
  const isOpener = useRole() === 'opener'
  const isOpen = useSession(({ state }) => state.status === 'not-opened' && state.flow < flow.opening)
  if (!isOpen) return 'over'
  return isOpener ? 'own' : 'awaited'
}
