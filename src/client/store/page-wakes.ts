import { filter, fromEvent, map, merge, type Observable } from 'rxjs'

/** Emits when the page is visible again: after another tab, after sleep, or from the back-forward cache. */
export const pageWakes$: Observable<void> = merge(
  fromEvent(document, 'visibilitychange').pipe(filter(() => document.visibilityState === 'visible')),
  fromEvent(window, 'pageshow'),
).pipe(map(() => undefined))
