import type { AnswerMessage, CallAnswer, CallInput, CallMessage, CallName } from './client-group-calls.ts'
import { fullClients } from './full-clients.ts'
import { lightClients } from './light-clients.ts'
import { type PreparedBidder, prepareShare } from './prepare-bidders.ts'
import { createRecorder } from './recorder.ts'

/* The process of a client group. `startClientGroup` starts and calls it over IPC; it exits when the channel closes. */

const recorder = createRecorder()
let prepared: PreparedBidder[] = []
const full = fullClients(recorder)
const light = lightClients(recorder)

type Handlers = {
  [N in CallName]: (input: CallInput<N>) => Promise<CallAnswer<N>>
}

const handlers: Handlers = {
  async prepare({ share, submit }) {
    const began = performance.now()
    prepared = await prepareShare(share, submit)
    return (performance.now() - began) / 1000
  },
  enter: ({ routes }) => full.enter(prepared, routes),
  connectLight: ({ routes }) => light.connect(prepared, routes),
  play: ({ pace }) => full.play(pace),
  clear: async () => recorder.clear(),
  awaitEntry: (input) => light.awaitEntry(input),
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

process.on('message', async ({ id, name, input }: CallMessage) => {
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
// Ctrl-C reaches all processes; the parent process ends this one.
process.on('SIGINT', () => {})
