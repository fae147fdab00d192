import { type ChildProcess, fork } from 'node:child_process'
import { rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** What a process of the benchmark does for its parent: one argument, one answer. */
type Work<T> = { readonly [K in keyof T]: (input: never) => Promise<unknown> }

/** The same from the parent's side. */
export interface Worker<T extends Work<T>> {
  ask<K extends keyof T>(name: K, ...input: Parameters<T[K]>): ReturnType<T[K]>
  stop(): void
}

interface Question {
  readonly id: number
  readonly name: string
  readonly input: unknown
}

interface Answer {
  readonly id: number
  readonly value?: unknown
  readonly error?: string
}

/** This process's heap flags, which the child gets too. */
const heapFlags = process.execArgv.filter((flag) => flag.startsWith('--max-') || flag === '--expose-gc')

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** Starts `file` of this folder in a process of its own, with the same heap flags. */
export function startWorker<T extends Work<T>>(file: string, ...args: string[]): Worker<T> {
  return workerOf(fork(pathOf(file), args, { execArgv: [...heapFlags, '--import', 'tsx'] }), file)
}

const bundles = new Map<string, Promise<string>>()

/** The same, bundled first, as the product is: tsx wraps every function, which would be measured too. */
export async function startBundledWorker<T extends Work<T>>(
  file: string,
  ...args: string[]
): Promise<Worker<T>> {
  const bundled = bundles.get(file) ?? bundle(file)
  bundles.set(file, bundled)
  return workerOf(fork(await bundled, args, { execArgv: heapFlags }), file)
}

/** Returns the bundle's path. */
async function bundle(file: string): Promise<string> {
  const name = basename(file, '.ts')
  const outDir = pathOf(`../../node_modules/.bench/${name}-${process.pid}`)
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }))
  await build({
    ...{ configFile: false, logLevel: 'silent', root: pathOf('../..') },
    build: { ssr: pathOf(file), outDir, minify: false },
  })
  return join(outDir, `${name}.js`)
}

function workerOf<T extends Work<T>>(child: ChildProcess, file: string): Worker<T> {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let count = 0
  child.on('message', ({ id, value, error }: Answer) => {
    const asked = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) asked?.resolve(value)
    else asked?.reject(new Error(`${file}: ${error}`))
  })
  child.on('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error(`${file} ended`))
  })
  return {
    ask: ((name: string, input: unknown) =>
      new Promise((resolve, reject) => {
        const id = count++
        waiting.set(id, { resolve, reject })
        child.send({ id, name, input } satisfies Question)
      })) as unknown as Worker<T>['ask'],
    stop: () => void child.kill('SIGKILL'),
  }
}

/** The child's side: answers whatever it is asked, in a turn of its own, so that it delays nothing that was started. */
export function answerParent<T extends Work<T>>(work: T): void {
  const answer = (given: Answer) => void setImmediate(() => process.send?.(given))
  process.on('message', ({ id, name, input }: Question) => {
    const done = work[name as keyof T](input as never)
    done.then(
      (value) => answer({ id, value }),
      (error: unknown) => answer({ id, error: String(error) }),
    )
  })
  process.on('disconnect', () => process.exit(0))
}

/** Milliseconds on the machine's own clock, the same in every process. */
export function now(): number {
  return Number(process.hrtime.bigint()) / 1e6
}
