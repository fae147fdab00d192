/** Prints one element of the page and nothing else (`data-print-alone` in the theme). */
export function printAlone(element: HTMLElement): void {
  const done = () => delete element.dataset.printAlone
  element.dataset.printAlone = ''
  // Some phones print later, after this call.
  window.addEventListener('afterprint', done, { once: true })
  window.print()
}
