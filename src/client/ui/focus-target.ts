/*
 * Where the focus goes when what had it is gone: to the heading of the innermost part of the page that is still there,
 * never to the page as a whole, from which whoever works by keyboard or hears the page would have to begin anew.
 */

/** An element and all that it stands in, from the inside out. To be taken while it is in the page. */
export type FocusPath = readonly Element[]

export function focusPathOf(element: Element): FocusPath {
  const trail: Element[] = []
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) trail.push(at)
  return trail
}

/** The trail of what has the focus; a menu, gone as soon as something is chosen in it, stands for its button. */
export function currentFocusPath(): FocusPath {
  const focused = document.activeElement
  if (!focused || focused === document.body) return []
  const labelledBy = focused.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return focusPathOf((labelledBy && document.getElementById(labelledBy)) || focused)
}

/** Where the focus belongs that was at the beginning of the trail; null where there was none. */
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

/** By script alone: it is no stop on the way through the page. */
function focusable(element: HTMLElement): HTMLElement {
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1
  return element
}
