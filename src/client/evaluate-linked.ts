import { nextTask } from './next-task.ts'

/**
 * Evaluates the files that links of the page preload, in their order, each in a task of its own: together they would block
 * a phone for a third of a second. The build puts the links into the page (`vite.config.ts`); in development there are
 * none. What cannot be loaded is reported by whoever imports it.
 */
export async function evaluateLinked(selector: string): Promise<void> {
  for (const link of document.querySelectorAll<HTMLLinkElement>(selector)) {
    await import(/* @vite-ignore */ link.href).catch(() => {})
    link.remove()
    await nextTask()
  }
}
