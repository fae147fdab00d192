import { evaluateLinked } from './evaluate-linked.ts'

/**
 * Loads the screens inside a section. They are one file: a user who goes offline on one of them can still open another.
 */
export async function loadSection() {
  fetchSection()
  await evaluateLinked('link[data-later], link[data-section]')
  const { shell, roomScreen, screens } = await import('./section-screens.tsx')
  // So that no call has to be loaded when the user is offline.
  whenIdle(() => void import('#protocol/calls.ts').catch(() => {}))
  return { shell, roomScreen, screens }
}

/** All of its files are fetched at once, from here on. */
function fetchSection(): void {
  const template = document.querySelector<HTMLTemplateElement>('template#section')
  if (!template) return
  document.head.append(template.content)
  template.remove()
}

/** In an idle moment; Safari does not know them. */
function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(act, { timeout: 5000 })
  else setTimeout(act, 2000)
}
