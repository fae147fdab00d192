import { useRole } from '#client/store/session-provider.tsx'

/** The viewer's side: an invalid bid is called 废标 for bidders, 无效标 for everybody else (ANN-7). */
export type ViewerSide = 'opener' | 'bidder'

export function useViewerSide(): ViewerSide {
  return useRole() === 'bidder' ? 'bidder' : 'opener'
}
