import { useRole } from '#client/store/session-provider.tsx'

/** On whose side of the opening the viewer is. An invalid bid is 废标 to bidders, 无效标 to everybody else (ANN-7). */
export type ViewerSide = 'opener' | 'bidder'

export function useViewerSide(): ViewerSide {
  return useRole() === 'bidder' ? 'bidder' : 'opener'
}
