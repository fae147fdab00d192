import { z } from 'zod'
import { err, ok } from '#lib/result.ts'
import { epochOf } from '#lib/time.ts'
import { isRecordFixed } from '../ending/record-fixed.ts'
import { certificateSignatureSchema } from '../session/certificate-signature.ts'
import { commandRow, preparedCommandRow, serverCommandRow } from '../session/command-row.ts'
import type { Context } from '../session/context.ts'
import { event } from '../session/event.ts'
import { type Rejection, reject } from '../session/rejection.ts'
import { bidder, opener, untilEnded, untilOpened } from '../session/roles-and-statuses.ts'
import type { SessionState } from '../session/state.ts'
import { type CommitmentLetter, letterWaitSeconds } from './commitment-letter.ts'
import { identityCardLength } from './identity-card.ts'
import { idsAfter, people, personIdProblem, personNameLength, personNameProblem } from './person-info.ts'
import {
  type ContactRule,
  isSameStaffMember,
  rowOf,
  type StaffRow,
  siteStaffOf,
  staffKinds,
  staffNameLength,
  staffProblem,
  trimmedRow,
} from './site-staff.ts'

const person = z.string().trim().max(personNameLength)
const identity = z.string().trim().max(identityCardLength)
/** Longer than the rules allow, so that they refuse a long name with their own message. */
const staffText = z.string().max(200)
const staffRow = { kind: z.enum(staffKinds), name: staffText, unit: staffText, contact: staffText }
const jws = z.string().max(20_000)

export const preparationCommands = {
  /**
   * Records opener, announcer, recorder and supervisor (PRE-5). An identity number that is left out stays with its name,
   * since nobody can read a saved one to send it again (SES-15).
   */
  RecordPersonInfo: commandRow({
    payload: z.strictObject({
      names: z.strictObject({ opener: person, announcer: person, recorder: person, supervisor: person }),
      ids: z.strictObject({
        opener: identity.optional(),
        announcer: identity.optional(),
        recorder: identity.optional(),
        supervisor: identity.optional(),
      }),
    }),
    roles: opener,
    statuses: untilEnded,
    afterEnd: 'editing-locked',
    decide(state, { names, ids: typed }) {
      if (isRecordFixed(state)) return reject('locked-by-signing')
      const ids = idsAfter(state, names, typed)
      for (const person of people) {
        if (personNameProblem(person, names[person]) === 'missing') {
          return reject('person-name-missing', { person })
        }
        if (personIdProblem(person, ids[person]) === 'missing') return reject('person-id-missing', { person })
      }
      const invalid = people.find((person) => personIdProblem(person, ids[person]) === 'invalid')
      if (invalid) return reject('person-id-invalid', { person: invalid })
      return ok([event('PersonInfoRecorded', { names }, { ids })])
    },
  }),

  /** Adds a row of site staff (PRE-8); the server adds its id. */
  AddWorker: preparedCommandRow({
    wire: z.strictObject(staffRow),
    payload: z.strictObject({ workerId: z.string(), ...staffRow }),
    roles: opener,
    statuses: untilOpened,
    decide(_state, { workerId, ...entered }, { rules }) {
      const row = trimmedRow(entered)
      const problem = rowRejection(row, rules.contacts)
      return problem ? err(problem) : ok([added(workerId, row, null)])
    },
  }),

  /** Changes the given fields of a row (PRE-8); the event has the whole row. */
  EditWorker: commandRow({
    payload: z.strictObject({
      workerId: z.uuid(),
      name: staffText.optional(),
      unit: staffText.optional(),
      contact: staffText.optional(),
    }),
    roles: opener,
    statuses: untilOpened,
    decide(state, { workerId, name, unit, contact }, { rules }) {
      const member = state.workers[workerId]
      if (!member) return reject('unknown-worker')
      const before = rowOf(member)
      const row = trimmedRow({
        kind: before.kind,
        name: name ?? before.name,
        unit: unit ?? before.unit,
        contact: contact ?? before.contact,
      })
      const problem = rowRejection(row, rules.contacts)
      if (problem) return err(problem)
      if (isSameStaffMember(row, before) && row.contact === before.contact) return ok([])
      const open = { workerId, kind: row.kind, name: row.name, unit: row.unit }
      return ok([event('WorkerEdited', open, { contact: row.contact })])
    },
  }),

  RemoveWorker: commandRow({
    payload: z.strictObject({ workerId: z.uuid() }),
    roles: opener,
    statuses: untilOpened,
    decide(state, { workerId }) {
      const member = state.workers[workerId]
      if (!member) return reject('unknown-worker')
      return ok([event('WorkerRemoved', { workerId, kind: member.kind, name: member.name })])
    },
  }),

  /**
   * Adds the site staff of another section (PRE-11). Sections of other agencies are not found; a person who is already
   * in the table is not added again.
   */
  ImportWorkers: preparedCommandRow({
    /** `source`: another section of the same agency. */
    wire: z.strictObject({ source: z.uuid() }),
    /** The staff as the other section's log has it, under fresh ids. */
    payload: z.strictObject({
      source: z.strictObject({ sectionCode: z.string(), agencyCode: z.string() }),
      workers: z.array(z.strictObject({ workerId: z.string(), ...staffRow })).readonly(),
    }),
    roles: opener,
    statuses: untilOpened,
    decide(state, { source, workers }, { rules }) {
      if (!rules.personnelFromOtherSections) return reject('personnel-import-off')
      if (source.agencyCode !== state.tender?.agencyCode) return reject('unknown-section')
      const known = siteStaffOf(state).map(rowOf)
      const fresh = workers.filter((row) => !known.some((other) => isSameStaffMember(row, other)))
      if (fresh.length === 0) return reject('no-workers-to-import')
      return ok(fresh.map(({ workerId, ...row }) => added(workerId, row, source.sectionCode)))
    },
  }),

  /** Records the SHA-256 of the letter's PDF that a bidder is shown; made once (PRE-13). */
  CreateCommitmentLetter: serverCommandRow({
    payload: z.strictObject({ letterHash: z.string() }),
    roles: bidder,
    statuses: untilEnded,
    decide(state, { letterHash }, { actor, rules }) {
      if (!rules.commitmentLetter) return reject('letter-not-asked-for')
      const bidderCode = actor.unitCode ?? ''
      if (state.letters[bidderCode]) return ok([])
      return ok([event('CommitmentLetterCreated', { bidderCode, letterHash })])
    },
  }),

  /** The bidder signs exactly the file made for them (PRE-13), after time to read it (PRE-14). */
  SignCommitmentLetter: preparedCommandRow({
    /** `jws`: as for the overview, over `{document: 'commitment-letter', session, hash}`. */
    wire: z.strictObject({ jws }),
    payload: z.strictObject({ signature: certificateSignatureSchema, letterHash: z.string() }),
    roles: bidder,
    statuses: untilEnded,
    decide(state, { signature, letterHash }, context) {
      const letter = unsignedLetter(state, context)
      if ('code' in letter) return err(letter)
      if (letter.letterHash !== letterHash) return reject('stale-document')
      const isRead = context.now >= epochOf(letter.createdAt) + letterWaitSeconds * 1000
      if (!isRead) return reject('letter-not-read', { seconds: letterWaitSeconds })
      const bidderCode = context.actor.unitCode ?? ''
      return ok([event('CommitmentLetterSigned', { bidderCode, letterHash, signature })])
    },
  }),

  /**
   * The bidder does not agree (PRE-15). This is only recorded: a bid submitted in time must not be lost by a
   * button, and the bidder may still sign.
   */
  DeclineCommitmentLetter: commandRow({
    payload: z.strictObject({}),
    roles: bidder,
    statuses: untilEnded,
    decide(state, _payload, context) {
      const letter = unsignedLetter(state, context)
      if ('code' in letter) return err(letter)
      if (letter.declinedAt !== null) return ok([])
      return ok([event('CommitmentLetterDeclined', { bidderCode: context.actor.unitCode ?? '' })])
    },
  }),
} as const

function added(workerId: string, { contact, ...row }: StaffRow, importedFrom: string | null) {
  return event('WorkerAdded', { workerId, ...row, importedFrom }, { contact })
}

function rowRejection(row: StaffRow, contacts: ContactRule): Rejection | null {
  const code = staffProblem(row, contacts)
  if (code === null) return null
  return code === 'worker-name-too-long'
    ? { code, params: { maximum: staffNameLength } }
    : { code, params: {} }
}

function unsignedLetter(state: SessionState, { actor, rules }: Context): CommitmentLetter | Rejection {
  if (!rules.commitmentLetter) return { code: 'letter-not-asked-for', params: {} }
  const letter = state.letters[actor.unitCode ?? '']
  if (!letter) return { code: 'letter-not-created', params: {} }
  return letter.signature ? { code: 'letter-already-signed', params: {} } : letter
}
