import { nextTask } from './next-task.ts'

/**
 * Loads the screens inside a section. They are one file: a user who goes offline on one of them can still open another.
 * The files that it imports are evaluated before, each in a task of its own: together they would block a phone for a
 * third of a second.
 */
export async function loadSection() {
  for (const link of sectionFiles()) {
    // What cannot be loaded is reported with the screens below.
    await import(/* @vite-ignore */ link.href).catch(() => {})
    link.remove()
    await nextTask()
  }
  const { shell, roomScreen, screens } = await import('./section-screens.tsx')
  // So that no call has to be loaded when the user is offline.
  whenIdle(() => void import('#protocol/calls.ts').catch(() => {}))
  return { shell, roomScreen, screens }
}

/** As the build names them in the page (`vite.config.ts`); none in development. All are fetched at once, from here on. */
function sectionFiles(): Iterable<HTMLLinkElement> {
  const template = document.querySelector<HTMLTemplateElement>('template#section')
  if (template) {
    document.head.append(template.content)
    template.remove()
  }
  return document.querySelectorAll<HTMLLinkElement>('link[data-section]')
}

/** In an idle moment; Safari does not know them. */
function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(act, { timeout: 5000 })
  else setTimeout(act, 2000)
}
