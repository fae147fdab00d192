import { staffKinds } from '#domain/preparation/site-staff.ts'
import type { Command } from '#domain/session/command.ts'
import { by, type Step } from './random-step.ts'
import { bidder, letterHash, opener, signatureOf, staffMemberId } from './sample-actors.ts'

/* Site staff and commitment letters of random sessions. */

/** A contact of site staff that occurs nowhere else. */
export function contactOf(n: number): string {
  return `1391618033${n}`
}

/** A row in each table of site staff; the first is edited, the second removed. */
export function staffing(): Step[] {
  const added = staffKinds.map((kind, i) => {
    const row = { kind, name: `现场-${kind}`, unit: '单位', contact: contactOf(i) }
    return by(opener, { type: 'AddWorker', payload: { workerId: staffMemberId(i), ...row } })
  })
  const edited: Command = {
    type: 'EditWorker',
    payload: { workerId: staffMemberId(0), contact: contactOf(9) },
  }
  const edit: Command = {
    type: 'EditWorker',
    payload: { workerId: staffMemberId(2), name: '现场-supervisor-2' },
  }
  const removed: Command = { type: 'RemoveWorker', payload: { workerId: staffMemberId(1) } }
  return [...added, by(opener, edited), by(opener, edit), by(opener, removed)]
}

/** Odd bidders decline at first. */
export function letters(n: number): Step[] {
  const created: Command = { type: 'CreateCommitmentLetter', payload: { letterHash: letterHash(n) } }
  const signed: Command = {
    type: 'SignCommitmentLetter',
    payload: { signature: signatureOf(n, 'commitment-letter'), letterHash: letterHash(n) },
  }
  const declined = by(bidder(n), { type: 'DeclineCommitmentLetter', payload: {} })
  return [by(bidder(n), created), ...(n % 2 === 1 ? [declined] : []), by(bidder(n), signed)]
}
