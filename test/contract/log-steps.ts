import { randomUUID } from 'node:crypto'
import { overviewHash } from '#domain/ending/record.ts'
import { canonicalJson } from '#domain/log/canonical-json.ts'
import type { Entry } from '#domain/log/entry.ts'
import { type Actor, systemActor } from '#domain/session/actor.ts'
import type { Command } from '#domain/session/command.ts'
import { decide } from '#domain/session/decide.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { SessionLog } from '#server/log/session-log.ts'
import type { Appended, AppendResult } from '#server/log/session-log-reader.ts'
import {
  bidder,
  bidderCode,
  decryption,
  ids,
  minute,
  names,
  opener,
  platform,
  settlement,
  signatureOf,
  submission,
} from '#test/domain/sample-actors.ts'
import { openingTime, tender } from '#test/support/sample-tender.ts'
import { rulesOf } from '#variants/rules-of.ts'
import { standard } from '#variants/standard.ts'

/* The commands that tests give to a session log. */

/** A command with its actor and time. */
export interface Step {
  readonly actor: Actor
  readonly at: number
  readonly command: Command | ((state: SessionState) => Command)
}

export const before = openingTime - 60 * minute
const during = openingTime + minute

export const steps = {
  publish: by(platform, before, { type: 'PublishTender', payload: { tender: tender() } }),
  enrol: (n: number) =>
    by(platform, before, {
      type: 'EnrolBidder',
      payload: { bidderCode: bidderCode(n), name: `投标人${n}`, certificate: `certificate-of-${n}` },
    }),
  submit: (n: number) => by(bidder(n), before, { type: 'SubmitBid', payload: submission(n) }),
  enter: (actor: Actor) => by(actor, during, { type: 'EnterSession', payload: { address: '10.0.0.1' } }),
  persons: by(opener, during, { type: 'RecordPersonInfo', payload: { names, ids } }),
  openBids: by(opener, during, { type: 'EnterBidOpening', payload: {} }),
  startDecryption: by(opener, during, { type: 'StartDecryption', payload: { limitMinutes: 30 } }),
  decrypt: (n: number) => by(bidder(n), during, decryption(n)),
  settle: (n: number) => by(systemActor, during, settlement(n)),
  post: (message: string) => by(opener, during, { type: 'PostMessage', payload: { message } }),
}

/** A whole opening with two bidders. */
export const opening: readonly Step[] = [
  steps.publish,
  steps.enrol(1),
  steps.enrol(2),
  steps.submit(1),
  steps.submit(2),
  steps.enter(opener),
  steps.enter(bidder(1)),
  steps.persons,
  steps.openBids,
  steps.startDecryption,
  steps.decrypt(1),
  steps.settle(1),
  steps.decrypt(2),
  steps.settle(2),
  by(opener, during, { type: 'EnterAnnouncement', payload: {} }),
  by(opener, during, { type: 'StartReading', payload: { pace: null } }),
  by(opener, during, { type: 'ReadNext', payload: { position: 2 } }),
  by(opener, during, { type: 'FinishReading', payload: {} }),
  by(opener, during, { type: 'EnterEnd', payload: {} }),
  by(opener, during, { type: 'StartConfirmation', payload: { limitMinutes: 10 } }),
  {
    ...by(bidder(1), during, steps.publish.command),
    command: (state) => ({
      type: 'ConfirmOverview',
      payload: { signature: signatureOf(1, 'overview'), overviewHash: overviewHash(state) },
    }),
  },
  by(systemActor, during + 10 * minute, { type: 'CloseConfirmation', payload: {} }),
  by(opener, during, { type: 'StartSigning', payload: { limitMinutes: 15 } }),
  by(systemActor, during + 15 * minute, { type: 'CloseSigning', payload: {} }),
  by(opener, during, { type: 'ConfirmSigning', payload: {} }),
  by(opener, during, { type: 'EndOpening', payload: {} }),
]

/** What a step's command id stands for. */
export function contentOf({ command }: Step): string | null {
  return typeof command === 'function' ? null : canonicalJson(command)
}

/** Gives a step's command to a node, by default under a fresh id. */
export function give(log: SessionLog, sessionId: string, step: Step, commandId: string = randomUUID()) {
  const { actor, at, command } = step
  const context = { now: at, actor, rules: rulesOf(standard) }
  return log.append(sessionId, {
    actor,
    commandId,
    content: contentOf(step),
    at,
    decide: (state) => decide(state, typeof command === 'function' ? command(state) : command, context),
  })
}

/** The result of an append that must succeed. */
export function must(result: AppendResult): Appended {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.error)}`)
  return result.value
}

export async function allOf(log: SessionLog, sessionId: string): Promise<readonly Entry[]> {
  // The head first: a read may lag behind another node for a moment.
  const head = (await log.head(sessionId)) ?? 0
  const page = await log.read(sessionId, 0, Math.max(head, 1))
  return page?.entries ?? []
}

function by(actor: Actor, at: number, command: Step['command']): Step {
  return { actor, at, command }
}
