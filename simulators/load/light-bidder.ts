import { randomUUID } from 'node:crypto'
import type { WireCommand } from '#protocol/wire-command.ts'
import { failureOf, httpClient } from '../client/http-client.ts'
import { restCommands } from '../client/rest-transport.ts'
import { authorize, type Participant, persistentSender } from '../client/session-client.ts'
import { confirmationOf, handedOver, unlessDone, unwrapKey } from '../participants/bidder.ts'
import type { Pause } from '../participants/pauses.ts'
import { signatureOf } from '../participants/signature.ts'
import type { Pace, Route } from './client-group-calls.ts'
import { type LightClient, openLightClient } from './light-client.ts'
import type { Acknowledged } from './measured-client.ts'
import type { OwnActs } from './own-acts.ts'
import { paced } from './paced.ts'
import type { PreparedBidder } from './prepare-bidders.ts'
import { exactNow, type Recorder } from './recorder.ts'
import type { Standing } from './standing.ts'
import { standingWaits } from './standing-waits.ts'

/*
 * A bidder who acts and folds nothing: a light client with the few fields that it needs to know when and what to decrypt,
 * confirm and sign. Like a full one it opens one envelope, answers the inquiry where there is one, and sends each command
 * under one id until it is answered.
 */

export interface LightBidder {
  readonly client: LightClient
  readonly unitCode: string
  play(pace: Pace): Promise<void>
  acts(): OwnActs
}

export interface LightBidderOptions {
  readonly prepared: PreparedBidder
  readonly route: Route
  readonly recorder: Recorder
  readonly onMoved: (client: LightClient) => void
  /** Time-out of any wait, in milliseconds. */
  readonly timeoutMs: number
  /** A request without an answer for this long is tried again. */
  readonly attemptMs: number
  /** The hall's clock (epoch ms). */
  hallNow(): number
}

/** Enters as a light bidder; resolves before it has caught up. */
export async function enterLight(options: LightBidderOptions): Promise<LightBidder> {
  const { prepared, route, recorder, onMoved, timeoutMs, attemptMs } = options
  const { session, bid } = prepared
  const account = prepared.account.through(httpClient({ url: route.url, timeoutMs, attemptMs }))
  const { unitCode } = account
  const { token, renew, call } = await authorize(account, session)
  const waits = standingWaits(unitCode, timeoutMs)
  const once = httpClient({ url: route.url, timeoutMs: 0 })
  const polls = {
    readLog: (after: number) => call('getSessionLog', { query: { after, limit: 1000 } }),
    readSnapshot: () => call('getSessionSnapshot'),
  }
  const client = openLightClient({
    ...{ url: route.url, session, token: token(), recorder, onMoved },
    reader: waits.reader,
    polls: route.polls ? polls : null,
    async renew() {
      await renew()
      return token()
    },
  })
  const submit = persistentSender(client.transport, restCommands(once, token), timeoutMs)
  const entries: string[] = []
  const acknowledged: Acknowledged[] = []

  async function send(command: WireCommand): Promise<void> {
    const id = randomUUID()
    const sent = exactNow()
    const seq = await submit(id, command)
    recorder.record('command', exactNow() - sent)
    acknowledged.push({ id, seq })
  }

  return {
    ...{ client, unitCode },
    acts: () => ({ unitCode, entries, acknowledged }),
    async play(pace) {
      if (!bid) throw new Error(`${unitCode} has no bid to open`)
      const rushedTo = () => {
        const { decryption, confirmation } = waits.standing()
        return !decryption || decryption.closed || confirmation ? null : decryption.deadline
      }
      const pause = paced(pace, rushedTo, options.hallNow)
      await playLight({
        ...waits,
        ...{ session, bid, call, send, pause, unitCode },
        done: (type) => entries.push(type),
      })
    },
  }
}

interface Player {
  readonly session: string
  readonly unitCode: string
  readonly bid: NonNullable<PreparedBidder['bid']>
  readonly pause: Pause
  readonly call: Participant['call']
  standing(): Standing
  until(predicate: (standing: Standing) => boolean, what: string): Promise<Standing>
  send(command: WireCommand): Promise<void>
  /** An entry of this type is in the log by the bidder's own act. */
  done(type: string): void
}

async function playLight(player: Player): Promise<void> {
  const { session, bid, pause, until, send, done } = player
  const { certificate } = bid
  await until(({ decryption, ended }) => decryption !== null || ended, 'the decryption command')
  await decryptLight(player)
  await answerLight(player)
  await until(({ confirmation, ended }) => confirmation !== null || ended, 'the call to confirm')
  checkFigures(player)
  if (isOpen(player, 'confirmation', 'confirmed')) {
    await pause(8)
    const payload = await confirmationOf(
      session,
      certificate.helper,
      player.standing().confirmation?.hash ?? '',
    )
    await unlessDone(['already-confirmed'], send({ type: 'ConfirmOverview', payload }))
    done('OverviewConfirmed')
  }
  await until(({ signing, ended }) => signing !== null || ended, 'the call to sign')
  if (isOpen(player, 'signing', 'signed')) {
    await pause(8)
    const { signing, recordPdf: pdf } = player.standing()
    const payload = await signatureOf(session, certificate.helper, { hash: signing?.hash ?? '', pdf })
    await unlessDone(['already-signed'], send({ type: 'SignRecord', payload }))
    done('RecordSigned')
  }
  await until(({ ended }) => ended, 'the end of the opening')
}

/** Not for a bid that failed: its bidder is not asked (END-31). */
function isOpen(
  { standing }: Player,
  call: 'confirmation' | 'signing',
  answer: 'confirmed' | 'signed',
): boolean {
  const now = standing()
  return now.failed.size === 0 && !now[answer] && now[call]?.closed === false
}

/** Hands over the keys of the bidder's files; too late is no failure. */
async function decryptLight({ bid, pause, standing, send, done, call }: Player): Promise<void> {
  for (const [fileId, printed] of Object.entries(bid.fileKeys)) {
    if (standing().keyed.has(fileId) || standing().decryption?.closed !== false) continue
    await pause(8)
    const method = bid.unwraps ? 'certificate' : 'file-key'
    const key = bid.unwraps ? await unwrapKey({ call }, fileId, bid.certificate.helper) : printed
    const act = send({ type: 'DecryptBid', payload: { fileId, method, key } })
    const late = await unlessDone(handedOver, act).then(
      () => false,
      (error: unknown) => (failureOf(error)?.code === 'decryption-closed' ? true : Promise.reject(error)),
    )
    if (!late) done('FileKeyHandedOver')
  }
}

/** Says that there is no objection, where the hall asks. */
async function answerLight({ until, standing, pause, send }: Player): Promise<void> {
  await until(
    ({ inquiry, atEnd, ended }) => inquiry !== null || atEnd || ended,
    'the objection inquiry or step 4',
  )
  const { inquiry, answered } = standing()
  if (!inquiry || inquiry.closed || answered) return
  await pause(4)
  const answer = send({ type: 'AnswerInquiry', payload: { objects: false, text: '' } })
  await unlessDone(['inquiry-already-answered', 'inquiry-closed'], answer)
}

/** Throws when the announced figures differ from the sealed ones. */
function checkFigures({ unitCode, bid, standing }: Player): void {
  const { figures } = standing()
  const wrong = figures && Object.keys(bid.figures).find((key) => figures[key] !== bid.figures[key])
  if (wrong) {
    throw new Error(`${unitCode} sealed ${wrong} ${bid.figures[wrong]}, announced ${figures?.[wrong]}`)
  }
}
