// `npm start`: from a bare clone to a running hall, with demo data unless DEMO says no.
import { spawn } from 'node:child_process'
import { ensureBuilt, ensureInstalled, heapFlags, root } from './ensure.mjs'

const parent = process.ppid
await ensureInstalled()
await ensureBuilt()

// As the server's settings have it: a demo unless this is production.
const isDemo = ['1', 'true'].includes(process.env.DEMO || (process.env.NODE_ENV === 'production' ? '0' : '1'))
const server = spawn(process.execPath, [...heapFlags, 'dist/server/main.js'], {
  cwd: root,
  stdio: ['inherit', 'pipe', 'inherit'],
})
// The demo's data is brought by a client like any other. It gets ready while the server starts.
const demo = isDemo ? startDemo() : null
if (demo) server.stdout.on('data', bringDemo)
else server.stdout.pipe(process.stdout)

function startDemo() {
  const env = { ...process.env, URL: undefined, DATA_DIR: process.env.DATA_DIR || 'data' }
  const args = ['--import', 'tsx', 'simulators/demo/main.ts']
  return spawn(process.execPath, args, { cwd: root, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
}

/** The hall is ready once all of the demo's data is there: only then the server's word that it is ready is handed on. */
function bringDemo(output) {
  const text = output.toString()
  const url = /^Kaibiao ready at (\S+)/m.exec(text)?.[1]
  if (!url || !demo.connected) return process.stdout.write(text)
  // Should it end just now, its end is heard below.
  demo.send(url, () => {})
  const waiting = setTimeout(() => console.log('Bringing the demo data …'), 2000)
  let said = false
  const sayReady = () => {
    clearTimeout(waiting)
    if (!said) process.stdout.write(text)
    said = true
  }
  demo.once('message', sayReady)
  demo.once('exit', sayReady)
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
