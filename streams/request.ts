import { defer, from, Observable, type ObservableInput, type SchedulerLike, tap, timeout } from 'rxjs'

/** One request; aborted on unsubscribing, or when it takes longer than `timeoutMs`. */
export function request$<T>(
  ask: (signal: AbortSignal) => ObservableInput<T>,
  timeoutMs: number,
  scheduler: SchedulerLike,
): Observable<T> {
  const asked$ = new Observable<T>((out) => {
    const controller = new AbortController()
    let over = false
    const end = () => {
      over = true
    }
    out.add(() => over || controller.abort())
    defer(() => from(ask(controller.signal)))
      .pipe(tap({ complete: end, error: end }))
      .subscribe(out)
  })
  return asked$.pipe(timeout({ first: timeoutMs, scheduler }))
}
