// `npm start`: from a bare clone to a running hall, with demo data unless DEMO turns it off.
import { spawn } from 'node:child_process'
import { ensureBuilt, ensureInstalled, root } from './ensure.mjs'
import { isDemo } from './is-demo.mjs'
import { serverEnvironment, serverFlags } from './server-flags.mjs'

await ensureInstalled()
await ensureBuilt()

const server = spawn(process.execPath, [...serverFlags(process.env), 'dist/server/main.js'], {
  cwd: root,
  env: serverEnvironment(process.env),
  stdio: ['inherit', 'pipe', 'inherit'],
})
// A client loads the demo's data; its process starts together with the server.
const demo = isDemo(process.env) ? startDemo() : null
if (demo) server.stdout.on('data', bringDemo)
else server.stdout.pipe(process.stdout)

function startDemo() {
  const env = { ...process.env, URL: undefined, DATA_DIR: process.env.DATA_DIR || 'data' }
  const args = ['--import', 'tsx', 'simulators/demo/main.ts']
  return spawn(process.execPath, args, { cwd: root, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
}

/** Passes the server's ready message on only when all of the demo's data is loaded. */
function bringDemo(output) {
  const text = output.toString()
  const url = /^Kaibiao ready at (\S+)/m.exec(text)?.[1]
  if (!url || !demo.connected) return process.stdout.write(text)
  // If the process ends now, the listener below handles it.
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
    // In a terminal Ctrl-C reaches the server directly; a second signal could interrupt its shutdown.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) server.kill(signal)
  })
}
server.on('exit', (code, signal) => {
  demo?.kill()
  if (signal === null) process.exit(code ?? 1)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
})
