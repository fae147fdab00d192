import type { Urgency } from '#client/ui/urgency.ts'

/** The seal, with an edge in the colour of a deadline's urgency. */
const edges = { 5: '#f0b357', 1: '#ff8a1f' } as const

/** Shows a deadline's urgency in the tab's icon; null: the plain icon. */
export function showInTabIcon(urgency: Urgency | null): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  if (!link) return
  link.dataset.plain ??= link.href
  link.href = urgency === null ? link.dataset.plain : urgentIcon(urgency)
}

function urgentIcon(urgency: Urgency): string {
  const edge = `<rect x="2" y="2" width="28" height="28" rx="4" fill="#1d1b18" stroke="${edges[urgency]}" stroke-width="4"/>`
  const hands =
    '<path d="M16 8v9l6 4" fill="none" stroke="#fffefb" stroke-width="3.4" stroke-linecap="round"/>'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${edge}${hands}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
