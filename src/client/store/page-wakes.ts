import { filter, fromEvent, map, merge, type Observable } from 'rxjs'

/** Each time the page is looked at again: another tab was in front, the machine slept, or it came back from the cache. */
export const pageWakes$: Observable<void> = merge(
  fromEvent(document, 'visibilitychange').pipe(filter(() => document.visibilityState === 'visible')),
  fromEvent(window, 'pageshow'),
).pipe(map(() => undefined))
