import type { ClientGroup } from './client-group.ts'
import type { CallAnswer, CallInput, CallName } from './client-group-calls.ts'
import { fullClients } from './full-clients.ts'
import { lightClients } from './light-clients.ts'
import { observers } from './observers.ts'
import { type PreparedBidder, prepareShare } from './prepare-bidders.ts'
import { createRecorder } from './recorder.ts'

type GroupWork = {
  [N in CallName]: (input: CallInput<N>) => Promise<CallAnswer<N>>
}

/** The clients of a group, in this process; `name` is the group's in the report. */
export function clientGroupHere(name: string): ClientGroup {
  const recorder = createRecorder(name)
  let prepared: PreparedBidder[] = []
  const full = fullClients(recorder)
  const light = lightClients(recorder)
  const observing = observers(recorder)
  const work: GroupWork = {
    async prepare({ share, submit }) {
      const began = performance.now()
      prepared = await prepareShare(share, submit)
      return (performance.now() - began) / 1000
    },
    async enter({ routes, ahead }) {
      recorder.setAhead(ahead)
      await full.enter(prepared, routes, () => Date.now() + ahead)
    },
    async connectLight({ routes, ahead }) {
      recorder.setAhead(ahead)
      await light.connect(prepared, routes, () => Date.now() + ahead)
    },
    observe: (input) => observing.observe(input),
    rest: () => observing.rest(),
    async play({ pace }) {
      return (await Promise.all([full.play(pace), light.play(pace)])).flat()
    },
    clear: async () => recorder.clear(),
    awaitEntry: (input) => light.awaitEntry(input),
    freeze: async ({ clients }) => light.freeze(clients),
    async settle(head) {
      const began = performance.now()
      const arrivals = [full.arrive(head.seq), light.arrive(head), observing.arrive(head)]
      const behind = (await Promise.all(arrivals)).flat()
      const afterMs = performance.now() - began
      const recording = recorder.read()
      const mismatches = [...behind, ...(await full.differences())]
      const clients = full.size() + light.size() + observing.size()
      return { clients, afterMs, mismatches, acts: light.acts(), recording }
    },
    read: async () => recorder.read(),
  }

  return {
    call: <N extends CallName>(name: N, input: CallInput<N>) =>
      (work[name] as (input: CallInput<N>) => Promise<CallAnswer<N>>)(input),
    async close() {
      full.close()
      light.close()
      observing.close()
      recorder.close()
    },
  }
}
