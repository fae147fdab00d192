// Imported first by programs that npm runs: npm ends its shell, which passes no signal on, and would leave them running.
import { isMainThread } from 'node:worker_threads'

if (process.env.npm_lifecycle_event && isMainThread) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  watch.unref()
}
