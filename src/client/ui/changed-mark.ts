/**
 * For a moment colours a positioned element that has just changed, but for the edges that `inset` (CSS) leaves to a mark of
 * the element's own, which is all that is shown with reduced motion. Only opacity is animated: browsers do that beside
 * the page's own thread, which stays free while much changes.
 */
export function changedMark(inset: string) {
  return {
    isolation: 'isolate',
    '&::before': {
      content: '""',
      position: 'absolute',
      inset,
      zIndex: '-1',
      bg: 'info.muted',
      opacity: '0',
      pointerEvents: 'none',
      animation: 'changed 2.4s',
      _print: { display: 'none' },
    },
  } as const
}
