import { err, ok } from '#lib/result.ts'
import { epochOf } from '#lib/time.ts'
import type { CommandShapes } from '../session/command.ts'
import type { Context, Decision } from '../session/context.ts'
import { event } from '../session/event.ts'
import { type Rejection, reject } from '../session/rejection.ts'
import type { CommitmentLetter, SessionState } from '../session/state.ts'
import { letterWaitSeconds } from './commitment-letter.ts'

/** The letter that a bidder is shown (S1 §7 CreateCNS), by the SHA-256 of its PDF; it is made once. */
export function createLetter(
  state: SessionState,
  { letterHash }: CommandShapes['CreateCommitmentLetter'],
  { actor, rules }: Context,
): Decision {
  if (!rules.commitmentLetter) return reject('letter-not-asked-for')
  const bidderCode = actor.unitCode ?? ''
  if (state.letters[bidderCode]) return ok([])
  return ok([event('CommitmentLetterCreated', { bidderCode, letterHash })])
}

/** The bidder agrees and signs exactly the file that was made for them (S1 §7 SaveCNS), with time to read it (S1 §2). */
export function signLetter(
  state: SessionState,
  { signature, letterHash }: CommandShapes['SignCommitmentLetter'],
  context: Context,
): Decision {
  const letter = openLetter(state, context)
  if ('code' in letter) return err(letter)
  if (letter.letterHash !== letterHash) return reject('stale-document')
  const isRead = context.now >= epochOf(letter.createdAt) + letterWaitSeconds * 1000
  if (!isRead) return reject('letter-not-read', { seconds: letterWaitSeconds })
  const bidderCode = context.actor.unitCode ?? ''
  return ok([event('CommitmentLetterSigned', { bidderCode, letterHash, signature })])
}

/**
 * The bidder does not agree (S1 §2). The seeds attach nothing to it, so nothing is barred by it: a bid that was sealed
 * and submitted in time must not be lost to a pressed button. It is said in the log, and they may sign after all.
 */
export function declineLetter(state: SessionState, context: Context): Decision {
  const letter = openLetter(state, context)
  if ('code' in letter) return err(letter)
  if (letter.declinedAt !== null) return ok([])
  return ok([event('CommitmentLetterDeclined', { bidderCode: context.actor.unitCode ?? '' })])
}

function openLetter(state: SessionState, { actor, rules }: Context): CommitmentLetter | Rejection {
  if (!rules.commitmentLetter) return { code: 'letter-not-asked-for', params: {} }
  const letter = state.letters[actor.unitCode ?? '']
  if (!letter) return { code: 'letter-not-created', params: {} }
  return letter.signature ? { code: 'letter-already-signed', params: {} } : letter
}
