// `npm start`: from a bare clone to a running hall, with demo data unless DEMO says no.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { ensureBuilt, ensureInstalled, root } from './ensure.mjs'

const parent = process.ppid
await ensureInstalled()
await ensureBuilt()

const isDemo = !['0', 'false'].includes(process.env.DEMO ?? '1')
const environment = { ...process.env }
// The demo's data is brought by a client like any other: it logs in as the trading platform.
if (isDemo) environment.PLATFORM_PASSWORD ||= randomBytes(24).toString('base64url')

const server = spawn(process.execPath, ['dist/server/main.js'], {
  cwd: root,
  env: environment,
  stdio: ['inherit', 'pipe', 'inherit'],
})
server.stdout.pipe(process.stdout)
if (isDemo) server.stdout.on('data', startDemo)

let demo = null
function startDemo(output) {
  const url = /^Kaibiao ready at (\S+)/m.exec(output.toString())?.[1]
  if (!url || demo) return
  demo = spawn(process.execPath, ['--import', 'tsx', 'simulators/demo-main.ts'], {
    cwd: root,
    env: { ...environment, URL: url, DATA_DIR: process.env.DATA_DIR || 'data' },
    stdio: 'inherit',
  })
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    // Ctrl-C in a terminal reaches the server by itself; a second one from here could cut its shutdown short.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) server.kill(signal)
  })
}
server.on('exit', (code, signal) => {
  demo?.kill()
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
