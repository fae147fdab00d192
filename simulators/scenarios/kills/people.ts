import { randomBytes } from 'node:crypto'
import type { CommandMessage } from '#protocol/socket/cmd.ts'
import type { WireCommand } from '#protocol/wire-command.ts'
import {
  type Authority,
  type IssuedCertificate,
  issueCertificate,
} from '../../certificates/test-authority.ts'
import type { HttpClient } from '../../client/http-client.ts'
import { type Account, enterSession, type Participant } from '../../client/session-client.ts'
import { newAccount } from '../../fixtures/accounts.ts'
import { creditCode, personName } from '../../fixtures/personal-data.ts'
import type { PlatformClient } from '../../platform/client.ts'
import type { Moments, Work } from './moments.ts'
import type { Witness } from './witness.ts'

export interface Company {
  readonly account: Account
  readonly name: string
  readonly certificate: IssuedCertificate
}

/** Those who lead and take part in the openings of one lane, one opening after the other. */
export interface Cast {
  readonly agencyCode: string
  readonly opener: Account
  readonly supervisor: Account
  readonly companies: readonly Company[]
}

/** Creates the accounts of a lane. Reads and commands are limited by account: lanes share none. */
export async function castOf(
  { platform, http }: { readonly platform: PlatformClient; readonly http: HttpClient },
  authority: Authority,
  bidders: number,
): Promise<Cast> {
  const agencyCode = creditCode(randomBytes)
  const account = (role: 'opener' | 'supervisor' | 'bidder', unitCode: string, name: string) =>
    newAccount(platform, http, {
      ...{ role, unitCode, name, password: crypto.randomUUID() },
      userCode: role === 'bidder' ? unitCode : `${role}-${unitCode}`,
    })
  const opener = await account('opener', agencyCode, personName(randomBytes))
  const supervisor = await account('supervisor', agencyCode, personName(randomBytes))
  const companies: Company[] = []
  while (companies.length < bidders) {
    const unitCode = creditCode(randomBytes)
    const name = `仿真投标人 ${unitCode.slice(-4)}`
    const issued = { unitCode, name, password: unitCode, now: Date.now }
    const certificate = await issueCertificate(authority, issued)
    companies.push({ account: await account('bidder', unitCode, name), name, certificate })
  }
  return { agencyCode, opener, supervisor, companies }
}

/** Somebody in a section, all of whose dealings with the hall are kept by the witness. */
export interface Witnessed extends Participant {
  /** Sends the last acknowledged command again under its id; the hall has to answer as before. */
  repeatLast(): Promise<void>
}

/** Commands that were sent and not answered yet. */
export type Unanswered = Set<{ readonly session: string; readonly id: string }>

export interface Watching {
  readonly witness: Witness
  readonly moments: Moments
  readonly unanswered: Unanswered
}

/** The record is written when its signing is ordered, and sealed when it is confirmed. */
const makesDocument: readonly string[] = ['StartSigning', 'ConfirmSigning']

/** How long people wait for what must come, in milliseconds. */
const patienceMs = 180_000

/** Enters a section as staff or as a bidder. What the hall shows and acknowledges to this person is kept by the witness. */
export async function enterWitnessed(
  account: Account,
  as: 'staff' | 'bidder',
  session: string,
  { witness, moments, unanswered }: Watching,
): Promise<Witnessed> {
  // Until bids are closed a bidder gets a preview with numbers of its own (RIV-2).
  let isPreview = as === 'bidder'
  let sent: { readonly session: string; readonly id: string; readonly command: WireCommand } | null = null
  let last: CommandMessage | null = null
  const participant = await enterSession(account, session, {
    timeoutMs: patienceMs,
    onSent(sending) {
      sent = sending
      unanswered.add(sending)
    },
    onAck(acknowledged) {
      witness.acknowledged(acknowledged)
      if (sent?.id === acknowledged.id) last = { id: sent.id, ...sent.command }
    },
    onSignal(signal) {
      if (signal.kind === 'reset') {
        if (!isPreview || !signal.expected) witness.replaced(session)
        isPreview = false
      } else if (signal.kind === 'batch' && !isPreview) witness.saw(session, signal.entries)
    },
  })
  return {
    ...participant,
    // People send one command after the other.
    async send(command, via) {
      try {
        const sending = () => during(moments, 'command', () => participant.send(command, via))
        await (makesDocument.includes(command.type) ? during(moments, 'document', sending) : sending())
      } finally {
        if (sent) unanswered.delete(sent)
      }
    },
    async repeatLast() {
      if (!last) return
      const { id } = last
      const { seq } = await participant.call('submitCommand', { body: last })
      witness.acknowledged({ session, id, seq })
    },
  }
}

/** Does work that kills may wait for. */
export async function during<T>(moments: Moments, kind: Work, work: () => Promise<T>): Promise<T> {
  const end = moments.begin(kind)
  try {
    return await work()
  } finally {
    end()
  }
}
