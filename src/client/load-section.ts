import { evaluateLinked } from './linked.ts'

/**
 * Loads the screens inside a section. They are one file: a user who goes offline on one of them can still open another.
 */
export async function loadSection() {
  await evaluateLinked('later', 'section')
  const { shell, roomScreen, screens } = await import('./section-screens.tsx')
  // So that the first act need not wait for it: evaluating them takes a phone 150 ms.
  setTimeout(() => whenIdle(() => void import('#protocol/calls.ts').catch(() => {})), settledMilliseconds)
  return { shell, roomScreen, screens }
}

/** After this time a screen is drawn and has its data. */
const settledMilliseconds = 8000

/** In an idle moment; Safari does not know them. */
function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(act, { timeout: 5000 })
  else setTimeout(act, 2000)
}
