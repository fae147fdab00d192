import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSemaphore } from '#lib/semaphore.ts'
import { failureOf, httpClient } from '../client/http-client.ts'
import { restCommands } from '../client/rest-transport.ts'
import { authorize, logIn, persistentSender } from '../client/session-client.ts'
import type { NewAccount } from '../fixtures/accounts.ts'
import type { Head, Observers } from './client-group-calls.ts'
import { type LightClient, openLightClient } from './light-client.ts'
import { differenceFrom } from './light-clients.ts'
import { exactNow, type Recorder } from './recorder.ts'

const timeoutMs = 120_000
const attemptMs = 10_000
/** Time between an answer to a message of the prober and the next message. */
const probeMs = 1000
const pollMs = 20

/** Whether a message was refused because the opening has ended. */
function isOver(posted: Promise<unknown>): Promise<boolean> {
  return posted.then(
    () => false,
    (error: unknown) => (failureOf(error)?.code === 'opening-ended' ? true : Promise.reject(error)),
  )
}

/**
 * Clients that do nothing but measure: a few readers, and a prober whose messages to everybody are commands of the
 * opener. In a process of their own they measure the server and not the bidders' programs.
 */
export function observers(recorder: Recorder) {
  const clients: { readonly unitCode: string; readonly client: LightClient }[] = []
  let probing: Promise<void> = Promise.resolve()
  let resting = false

  async function open(account: NewAccount, { session, url }: Observers) {
    const http = httpClient({ url, timeoutMs, attemptMs })
    const { token, renew } = await authorize(await logIn(http, account), session)
    const client = openLightClient({
      ...{ url, session, token: token(), recorder, onMoved: () => {} },
      async renew() {
        await renew()
        return token()
      },
    })
    clients.push({ unitCode: `a measuring reader of ${account.unitCode}`, client })
    while (!client.isLive()) await sleep(pollMs)
    return { client, token }
  }

  async function probe(prober: NewAccount, input: Observers): Promise<void> {
    const { client, token } = await open(prober, input)
    const once = httpClient({ url: input.url, timeoutMs: 0 })
    const submit = persistentSender(client.transport, restCommands(once, token), timeoutMs)
    probing = (async () => {
      for (let count = 1; !resting; count += 1) {
        const sent = exactNow()
        const payload = { message: `probe ${count}` }
        const posted = submit(randomUUID(), { type: 'PostMessage', payload })
        if (await isOver(posted)) return
        recorder.record('command', exactNow() - sent)
        await sleep(probeMs)
      }
    })()
    // `rest` awaits it and reports a failure.
    probing.catch(() => {})
  }

  return {
    size: () => clients.length,
    async observe(input: Observers): Promise<void> {
      recorder.setAhead(input.ahead)
      const semaphore = createSemaphore(4)
      await Promise.all(input.readers.map((reader) => semaphore(() => open(reader, input))))
      await probe(input.prober, input)
    },
    /** Ends the probing; throws when it has failed. */
    async rest(): Promise<void> {
      resting = true
      await probing
    },
    async arrive(head: Head): Promise<string[]> {
      const givenUp = performance.now() + timeoutMs
      while (clients.some(({ client }) => client.position.seq < head.seq) && performance.now() < givenUp)
        await sleep(pollMs)
      return clients.flatMap((one) => differenceFrom(head, one) ?? [])
    },
    close(): void {
      for (const { client } of clients) client.close()
    },
  }
}
