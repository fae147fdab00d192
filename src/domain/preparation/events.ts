import { z } from 'zod'
import { type Audience, everybody, ownBidderToo } from '../session/audience.ts'
import { certificateSignatureSchema } from '../session/certificate-signature.ts'
import { eventRow, type SeenEvent } from '../session/event-row.ts'
import { seesContacts } from '../session/viewer.ts'
import { personNamesSchema } from './person-info.ts'
import { type StaffKind, staffKinds } from './site-staff.ts'

const letter = { bidderCode: z.string(), letterHash: z.string() }
const staffMember = { workerId: z.string(), kind: z.enum(staffKinds), name: z.string() }
const contact = z.strictObject({ contact: z.string() })

export const preparationEvents = {
  PersonInfoRecorded: eventRow({
    version: 1,
    payload: z.strictObject({ names: personNamesSchema }),
    private: z.strictObject({ ids: personNamesSchema }),
    fold(draft, event) {
      draft.persons = event.payload.names
      draft.personIds = event.private.ids?.value ?? null
    },
    writes: [],
    seenBy: everybody,
  }),

  /** `importedFrom`: code of the section that the row was imported from. */
  WorkerAdded: eventRow({
    version: 1,
    payload: z.strictObject({ ...staffMember, unit: z.string(), importedFrom: z.string().nullable() }),
    private: contact,
    fold(draft, event) {
      const { workerId: id, ...row } = event.payload
      if (!draft.workers[id]) draft.workerOrder.push(id)
      draft.workers[id] = { id, ...row, contact: event.private.contact?.value ?? null }
    },
    writes: ['workers', 'workerOrder'],
    seenBy: whoSeesStaffMember,
    privateSeenBy: seesContacts,
  }),

  /** Has the whole row after the change. */
  WorkerEdited: eventRow({
    version: 1,
    payload: z.strictObject({ ...staffMember, unit: z.string() }),
    private: contact,
    fold(draft, event) {
      const { workerId: id, ...row } = event.payload
      const known = draft.workers[id]
      if (!known) return
      draft.workers[id] = { ...known, ...row, contact: event.private.contact?.value ?? null }
    },
    writes: ['workers'],
    seenBy: whoSeesStaffMember,
    privateSeenBy: seesContacts,
  }),

  WorkerRemoved: eventRow({
    version: 1,
    payload: z.strictObject(staffMember),
    fold(draft, { payload: { workerId } }) {
      delete draft.workers[workerId]
      draft.workerOrder = draft.workerOrder.filter((id) => id !== workerId)
    },
    writes: ['workers'],
    seenBy: whoSeesStaffMember,
  }),

  /** `letterHash`: SHA-256 of the PDF that the bidder is shown and signs. */
  CommitmentLetterCreated: eventRow({
    version: 1,
    payload: z.strictObject(letter),
    fold(draft, { payload: { bidderCode, letterHash }, at }) {
      draft.letters[bidderCode] = { letterHash, createdAt: at, signature: null, declinedAt: null }
    },
    writes: ['letters'],
    seenBy: ownBidderToo,
  }),

  CommitmentLetterSigned: eventRow({
    version: 1,
    payload: z.strictObject({ ...letter, signature: certificateSignatureSchema }),
    fold(draft, { payload: { bidderCode, letterHash, signature }, at }) {
      const createdAt = draft.letters[bidderCode]?.createdAt ?? at
      draft.letters[bidderCode] = {
        letterHash,
        createdAt,
        signature: { ...signature, at },
        declinedAt: null,
      }
    },
    writes: ['letters'],
    seenBy: ownBidderToo,
  }),

  CommitmentLetterDeclined: eventRow({
    version: 1,
    payload: z.strictObject({ bidderCode: z.string() }),
    fold(draft, { payload: { bidderCode }, at }) {
      const shown = draft.letters[bidderCode]
      if (shown) draft.letters[bidderCode] = { ...shown, declinedAt: at }
    },
    writes: ['letters'],
    seenBy: ownBidderToo,
  }),
} as const

/**
 * Site staff is visible to staff and the supervisor; supervisors among them only to those who may see the supervisor.
 */
function whoSeesStaffMember({ payload }: SeenEvent<{ readonly kind: StaffKind }>): Audience {
  return {
    who: payload.kind === 'supervisor' ? 'staff who see the supervisor' : 'staff and supervisor',
    unit: null,
  }
}
