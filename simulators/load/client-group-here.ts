import type { ClientGroup } from './client-group.ts'
import type { CallAnswer, CallInput, CallName } from './client-group-calls.ts'
import { fullClients } from './full-clients.ts'
import { lightClients } from './light-clients.ts'
import { type PreparedBidder, prepareShare } from './prepare-bidders.ts'
import { createRecorder } from './recorder.ts'

type GroupWork = {
  [N in CallName]: (input: CallInput<N>) => Promise<CallAnswer<N>>
}

/** The clients of a group, in this process. */
export function clientGroupHere(): ClientGroup {
  const recorder = createRecorder()
  let prepared: PreparedBidder[] = []
  const full = fullClients(recorder)
  const light = lightClients(recorder)
  const work: GroupWork = {
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

  return {
    call: <N extends CallName>(name: N, input: CallInput<N>) =>
      (work[name] as (input: CallInput<N>) => Promise<CallAnswer<N>>)(input),
    async close() {
      full.close()
      recorder.close()
    },
  }
}
