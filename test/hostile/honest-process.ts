import { setTimeout as sleep } from 'node:timers/promises'
import { httpClient } from '#simulators/client/http-client.ts'
import { enterSession, logIn, type Participant } from '#simulators/client/session-client.ts'
import { persons } from '#simulators/fixtures/personal-data.ts'
import { answerParent } from '#test/bench/process.ts'
import type { HonestStage, HonestUsers } from './honest-users.ts'

/* The process of honest users, who ask and command at a person's pace until they are stopped. */

export interface HonestWork extends HonestUsers {
  start(stage: HonestStage): Promise<void>
}

const everyMs = 100
/** One in so many requests of the opener is a command, which the log takes. */
const commandEvery = 10

let taken: number[] = []
let going = true
let refused: string | null = null
let all: Promise<unknown> = Promise.resolve()

async function timed(work: () => Promise<unknown>): Promise<void> {
  const began = performance.now()
  await work()
  taken.push(performance.now() - began)
}

async function use(person: Participant, isOpener: boolean): Promise<void> {
  for (let turn = 0; going; turn += 1) {
    if (isOpener && turn % commandEvery === 0)
      await timed(() => person.send({ type: 'RecordPersonInfo', payload: persons() }))
    else await timed(() => person.call(turn % 2 === 0 ? 'getKBFlowStatus' : 'GetTouBiaoRenList'))
    await sleep(everyMs)
  }
}

answerParent<HonestWork>({
  async start({ url, session, userCodes }) {
    const http = httpClient({ url, timeoutMs: 300_000 })
    const people = await Promise.all(
      userCodes.map(async (userCode) => enterSession(await logIn(http, { userCode }), session)),
    )
    const keepRefusal = (error: unknown) => {
      refused ??= String(error)
    }
    all = Promise.all(people.map((person, index) => use(person, index === 0).catch(keepRefusal)))
  },
  async latencies() {
    const latest = taken
    taken = []
    return latest
  },
  async stop() {
    going = false
    await all
    return refused
  },
})
