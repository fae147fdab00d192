// Prerequisites of the project's commands: the right Node, installed packages, a fresh build. Uses Node alone.
import './end-with-npm.mjs'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder, absolute. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

/** Young generation of the server's heap, in MB: under load nearly all objects are short-lived. */
export const heapFlags = ['--max-semi-space-size=64']

/** Programs that run now. */
const running = new Set()
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

function began(child) {
  if (running.size === 0) for (const signal of signals) process.on(signal, passOn)
  running.add(child)
}

function ended(child) {
  running.delete(child)
  if (running.size === 0) for (const signal of signals) process.off(signal, passOn)
}

/** Passes a signal on to the programs that run, and ends by it once they have ended. */
function passOn(signal) {
  const children = [...running]
  // In a terminal Ctrl-C reaches them directly; a second signal could interrupt their own end.
  if (signal !== 'SIGINT' || !process.stdin.isTTY) for (const child of children) child.kill(signal)
  const closed = children.map((child) => new Promise((done) => child.once('close', done)))
  void Promise.all(closed).then(() => {
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

/**
 * Runs a program in the project's folder and resolves with its exit code; with `quiet` also with its output, which is
 * then not printed. Ends the program after `timeout` milliseconds.
 */
export function run(command, args, { quiet = false, env = {}, timeout, shell = false } = {}) {
  return new Promise((resolve) => {
    const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit'
    const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio, timeout, shell })
    began(child)
    const output = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk))
    child.on('error', (error) => resolve({ code: 1, output: String(error) }))
    child.on('close', (code) => {
      ended(child)
      resolve({ code: code ?? 1, output: Buffer.concat(output).toString() })
    })
  })
}

/** Runs the program `name` of an installed package with this Node, independent of shell and PATH. */
export function runBin(packageName, name, args, options) {
  const folder = join(root, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return run(process.execPath, [join(folder, typeof bin === 'string' ? bin : bin[name]), ...args], options)
}

/** Installs the packages of the lock file if they are missing. Exits when that fails. */
export async function ensureInstalled() {
  requireNode()
  const lock = readFileSync(join(root, 'package-lock.json'))
  const stamp = join(root, 'node_modules/.kaibiao-lock')
  const digest = createHash('sha256').update(lock).digest('hex')
  if (read(stamp) === digest) return
  if (!isInstalled(JSON.parse(lock.toString()))) {
    // npm would install through it, and delete what another folder needs.
    if (isLink('node_modules'))
      fail('node_modules is a link to another folder: remove it, and run this again.')
    console.log('Installing packages, once …')
    // `install --no-save` takes the locked versions and leaves the lock file alone. `npm ci` refuses a lock file in
    // which other platforms' optional binaries are missing. A production setting must not leave the build tools out.
    const args = ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
    const npm = process.env.npm_execpath
    const { code } = npm?.endsWith('.js')
      ? await run(process.execPath, [npm, ...args])
      : await run('npm', args, { shell: process.platform === 'win32' })
    if (code !== 0) fail('The packages could not be installed.')
  }
  writeFileSync(stamp, digest)
}

/** Builds client and server if they are missing or older than their sources. Exits when that fails. */
export async function ensureBuilt() {
  const shared = ['lib', 'domain', 'seal', 'variants', 'protocol'].map((layer) => `src/${layer}`)
  const config = ['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts']
  await Promise.all([
    build('client', [...shared, 'src/client', 'streams', 'sounds', ...config], [], 'index.html'),
    build('server', [...shared, 'src/server', ...config], ['--ssr'], 'main.js'),
  ])
}

/** Answers `--help`, and refuses all other arguments of a command that has none: it must not run by mistake. */
export function takesNoArguments(name, what) {
  takesOnly([], name, `${what} It takes no arguments; the settings of the server say which hall.`)
}

/** Answers `--help` with `usage`, refuses what is not among the `options`, and yields those that were given. */
export function takesOnly(options, name, usage) {
  const given = process.argv.slice(2)
  const first = given.find((one) => !options.includes(one))
  if (first === undefined) return given
  const said = `npm run ${name}: ${usage}`
  if (first !== '--help' && first !== '-h') fail(`Unknown argument ${first}; nothing was done. ${said}`)
  console.log(said)
  process.exit(0)
}

/** Prints the error in one line and exits. */
export function fail(message) {
  console.error(message)
  process.exit(1)
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const enough = major >= 23 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)
  if (!enough)
    fail(`Kaibiao needs Node 20.19 or newer, or 22.12 or newer; this is Node ${process.versions.node}.`)
}

/** Compares npm's record in node_modules with the lock file, so that packages installed by hand count too. */
function isInstalled(lock) {
  const record = read(join(root, 'node_modules/.package-lock.json'))
  if (record === null) return false
  const installed = JSON.parse(record).packages
  return Object.entries(lock.packages).every(
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  )
}

async function build(target, sources, args, product) {
  const stamp = join(root, `dist/${target}.stamp`)
  const digest = digestOf(sources)
  if (read(stamp) === digest && existsSync(join(root, 'dist', target, product))) return
  console.log(`Building the ${target} …`)
  rmSync(stamp, { force: true })
  const env = { NODE_ENV: 'production' }
  const { code } = await runBin('vite', 'vite', ['build', '--logLevel', 'warn', ...args], { env })
  if (code !== 0) fail(`The ${target} could not be built.`)
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stamp, digest)
}

/** A digest of names and contents; tests are left out, because they do not make a build stale. */
function digestOf(sources) {
  const hash = createHash('sha256')
  for (const source of sources.filter((path) => existsSync(join(root, path)))) {
    const isFile = statSync(join(root, source)).isFile()
    const names = isFile ? [''] : readdirSync(join(root, source), { recursive: true }).sort()
    for (const name of names) {
      const path = join(root, source, name)
      if (/\.test\.tsx?$/.test(path) || !statSync(path).isFile()) continue
      hash.update(`${source}/${name}\0`).update(readFileSync(path)).update('\0')
    }
  }
  return hash.digest('hex')
}

function isLink(name) {
  return lstatSync(join(root, name), { throwIfNoEntry: false })?.isSymbolicLink() === true
}

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}
