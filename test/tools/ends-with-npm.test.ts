import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const program = `console.log(process.pid); setInterval(() => {}, 1000)`

/** Starts a command in a shell, as npm does; resolves with the number that it prints. */
async function inShell(command: string): Promise<{ shell: ChildProcess; pid: number }> {
  // With a second command the shell cannot become the first one.
  const shell = spawn('sh', ['-c', `${command}; true`], {
    cwd: root,
    env: { ...process.env, npm_lifecycle_event: 'platform' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const pid = await new Promise<number>((done) => shell.stdout?.once('data', (data) => done(Number(data))))
  onTestFinished(() => {
    if (isRunning(pid)) process.kill(pid, 'SIGKILL')
    shell.kill('SIGKILL')
  })
  return { shell, pid }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a program ends when npm ends its shell', async () => {
  const { shell, pid } = await inShell(
    `"${process.execPath}" --import ./src/tools/end-with-npm.mjs -e "${program}"`,
  )
  expect(isRunning(pid)).toBe(true)
  shell.kill('SIGTERM')
  await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false)
})

test('a command that runs a program ends it when it is ended, and reports the signal', async () => {
  const runs = `import { run } from './src/tools/ensure.mjs'; await run(process.execPath, ['-e', ${JSON.stringify(program)}])`
  const command = spawn(process.execPath, ['--input-type=module', '-e', runs], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const pid = await new Promise<number>((done) => command.stdout.once('data', (data) => done(Number(data))))
  onTestFinished(() => void (isRunning(pid) && process.kill(pid, 'SIGKILL')))
  const ended = new Promise((done) => command.once('exit', (_, signal) => done(signal)))
  command.kill('SIGTERM')
  expect(await ended).toBe('SIGTERM')
  expect(isRunning(pid)).toBe(false)
})
