import { fetchLinked } from './linked.ts'

/*
 * On all screens but the home page: fetches what they need, once the page's first frame is painted, so that neither that
 * nor the files of the screen's frame wait for it. Hidden pages paint nothing.
 */
if (location.pathname !== '/') {
  const fetchLater = () => fetchLinked('later')
  if (document.hidden) fetchLater()
  else requestAnimationFrame(() => setTimeout(fetchLater))
}
