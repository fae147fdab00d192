// `npm start`: from a bare clone to a running hall.
import { spawn } from 'node:child_process'
import { ensureBuilt, ensureInstalled, root } from './ensure.mjs'

const parent = process.ppid
await ensureInstalled()
await ensureBuilt()

const server = spawn(process.execPath, ['dist/server/main.js'], { cwd: root, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    // Ctrl-C in a terminal reaches the server by itself; a second one from here could cut its shutdown short.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) server.kill(signal)
  })
}
server.on('exit', (code, signal) => {
  if (signal === null) process.exit(code ?? 1)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
})

// npm, when it is ended, ends its shell and not what runs in it; a hall left behind would keep the port.
if (process.env.npm_lifecycle_event) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    server.kill('SIGTERM')
  }, 500)
}
