import { exactNow, type Recorder } from './recorder.ts'

/** Records how many clients are connected, and how long each outage lasted. */
export function recordLiveness(recorder: Recorder): { isLive(): boolean; set(live: boolean): void } {
  let live = false
  let lostAt: number | null = null
  return {
    isLive: () => live,
    set(now) {
      if (now === live) return
      live = now
      recorder.connect(live ? 1 : -1)
      if (live && lostAt !== null) recorder.record('reconnect', exactNow() - lostAt)
      lostAt = live ? null : exactNow()
    },
  }
}
