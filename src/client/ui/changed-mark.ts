/**
 * Colours a positioned element that has just changed for a moment. Only opacity is animated: browsers do that beside the
 * page's own thread, which stays free while much changes. With reduced motion only the element's own mark is shown.
 */
export const changedMark = {
  isolation: 'isolate',
  '&::before': {
    content: '""',
    position: 'absolute',
    inset: '0',
    zIndex: '-1',
    bg: 'info.muted',
    opacity: '0',
    pointerEvents: 'none',
    animation: 'changed 2.4s',
  },
} as const
