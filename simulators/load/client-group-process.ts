import type { AnswerMessage, OrderMessage, Orders } from './client-group-calls.ts'
import { fullCrew } from './full-clients.ts'
import { lightCrew } from './light-clients.ts'
import { type Prepared, prepareShare } from './prepare-bidders.ts'
import { createRecorder } from './recorder.ts'

/* A process of clients: `startCrew` starts it, orders come by its channel, and it ends with that. */

const recorder = createRecorder()
let prepared: Prepared[] = []
const full = fullCrew(recorder)
const light = lightCrew(recorder)

type Handlers = { [N in keyof Orders]: (input: Parameters<Orders[N]>[0]) => Promise<ReturnType<Orders[N]>> }

const handlers: Handlers = {
  async prepare({ share, submit }) {
    const began = performance.now()
    prepared = await prepareShare(share, submit)
    return (performance.now() - began) / 1000
  },
  enter: ({ roads }) => full.enter(prepared, roads),
  attach: ({ roads }) => light.attach(prepared, roads),
  play: ({ pace }) => full.play(pace),
  clear: async () => recorder.clear(),
  current: (input) => light.current(input),
  freeze: async ({ clients }) => light.freeze(clients),
  async settle({ head, hash }) {
    const began = performance.now()
    const behind = [...(await full.arrive(head)), ...(await light.arrive(head, hash))]
    const afterMs = performance.now() - began
    const mismatches = [...behind, ...(await full.differences())]
    return { clients: full.size() + light.size(), afterMs, mismatches, recording: recorder.read() }
  },
  read: async () => recorder.read(),
}

process.on('message', async ({ id, name, input }: OrderMessage) => {
  const answer = await (handlers[name] as (input: unknown) => Promise<unknown>)(input).then(
    (value): AnswerMessage => ({ id, answer: value }),
    (error: unknown): AnswerMessage => ({
      id,
      problem: error instanceof Error ? error.message : String(error),
    }),
  )
  process.send?.(answer)
})
process.on('disconnect', () => process.exit(0))
// The terminal's interrupt goes to all processes; the one that started this one ends it.
process.on('SIGINT', () => {})
