import { nextTask } from './next-task.ts'

/*
 * Files that the page links in templates, for whoever needs them: `later`, what all screens but the home page need, and
 * `section`, what a section's screens are made of. The build puts the links into the page (`vite.config.ts`); in
 * development there are none.
 */
type Linked = 'later' | 'section'

/** Begins to fetch them all at once; the second time it does nothing. */
export function fetchLinked(name: Linked): void {
  const template = document.querySelector<HTMLTemplateElement>(`template#${name}`)
  if (!template) return
  document.head.append(template.content)
  template.remove()
}

/**
 * Evaluates them in their order, each in a task of its own: together they would block a phone for a third of a second.
 * What cannot be loaded is reported by whoever imports it.
 */
export async function evaluateLinked(...names: Linked[]): Promise<void> {
  for (const name of names) fetchLinked(name)
  const selector = names.map((name) => `link[data-${name}]`).join()
  for (const link of document.querySelectorAll<HTMLLinkElement>(selector)) {
    await import(/* @vite-ignore */ link.href).catch(() => {})
    link.remove()
    await nextTask()
  }
}
