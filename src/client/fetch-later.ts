import { fetchLinked } from './linked.ts'

/**
 * On all screens but the home page: fetches what they need, once the page's first frame is painted, so that neither that
 * nor the files of the screen's frame wait for it. Hidden pages paint nothing.
 */
export function fetchLater(): void {
  if (location.pathname === '/') return
  const fetchThem = () => fetchLinked('later')
  if (document.hidden) fetchThem()
  else requestAnimationFrame(() => setTimeout(fetchThem))
}
