/*
 * Where the focus goes when its element is removed: to the heading of the innermost remaining part of the page. Never
 * to the page itself, where users of keyboard and screen reader would have to start from the top.
 */

/** An element and its ancestors, from the inside out. Take it while the element is in the page. */
export type FocusPath = readonly Element[]

export function focusPathOf(element: Element): FocusPath {
  const trail: Element[] = []
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) trail.push(at)
  return trail
}

/** The path of the focused element; for a menu, which closes on a choice, that of its button. */
export function currentFocusPath(): FocusPath {
  const focused = document.activeElement
  if (!focused || focused === document.body) return []
  const labelledBy = focused.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return focusPathOf((labelledBy && document.getElementById(labelledBy)) || focused)
}

/** The element that takes the focus for the first element of the path; null for an empty path. */
export function focusTargetOn([element, ...around]: FocusPath): HTMLElement | null {
  if (!element) return null
  if (isHtml(element) && isShown(element) && !element.matches(':disabled')) return element
  for (const part of around) {
    if (!isShown(part)) continue
    const place = part.matches('[role="dialog"], [role="alertdialog"]') ? part : headingOf(part)
    if (isHtml(place)) return focusable(place)
  }
  const main = document.getElementById('main')
  return main && focusable(main)
}

const headings = 'h1, h2, h3, h4, h5, h6'

function headingOf(part: Element): Element | null {
  if (!part.matches('section, aside, main')) return null
  const heading = part.querySelector(headings)
  return heading && isShown(heading) ? heading : null
}

function isShown(element: Element): boolean {
  return element.isConnected && (element.checkVisibility?.() ?? true) && !element.closest('[hidden]')
}

function isHtml(element: Element | null): element is HTMLElement {
  return element instanceof HTMLElement
}

/** Focusable by script only, so that Tab skips it. */
function focusable(element: HTMLElement): HTMLElement {
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1
  return element
}
