import { defer, from, Observable, type ObservableInput, type SchedulerLike, timeout } from 'rxjs'

/** One request: aborted when nobody waits for it any more, or when it takes longer than `timeoutMs`. */
export function attempt<T>(
  ask: (signal: AbortSignal) => ObservableInput<T>,
  timeoutMs: number,
  scheduler: SchedulerLike,
): Observable<T> {
  const request$ = new Observable<T>((out) => {
    const controller = new AbortController()
    const subscription = defer(() => from(ask(controller.signal))).subscribe(out)
    return () => {
      subscription.unsubscribe()
      controller.abort()
    }
  })
  return request$.pipe(timeout({ first: timeoutMs, scheduler }))
}
