import { z } from 'zod'
import type { StaffKind } from '#domain/preparation/site-staff.ts'
import type { Call } from '../call.ts'
import { commandCall } from '../command-call.ts'

/** userType of site staff (PRE-7): the table of a row. */
const staffTypes = {
  1: 'agency-staff',
  2: 'owner-staff',
  3: 'supervisor',
  4: 'owner',
} as const satisfies Readonly<Record<number, StaffKind>>

type StaffType = keyof typeof staffTypes

/** The number of a table on the wire. */
export function staffTypeOf(kind: StaffKind): StaffType {
  const found = Object.entries(staffTypes).find(([, known]) => known === kind)
  return Number(found?.[0]) as StaffType
}

const staffType = z.literal([1, 2, 3, 4])
/** Longer than the rules allow, so that they refuse a long name with their own message. */
const text = z.string().max(200)

/** Columns of a row by their names on the wire; `contract` is another name of the contact. */
const staffFields = {
  userName: 'name',
  unitName: 'unit',
  contact: 'contact',
  contract: 'contact',
} as const

const staffMember = z.strictObject({
  id: z.uuid(),
  userName: z.string(),
  unitName: z.string(),
  /** Null for callers who may not see contacts (SES-15). */
  contact: z.string().nullable(),
  userType: staffType,
})

/** Site staff. */
export const siteStaffCalls = {
  GetProjectWorker: {
    method: 'POST',
    path: '/api/KB_Local/GetProjectWorker',
    auth: 'session',
    action: 'ReadWorkers',
    summary:
      'On-site personnel: 1 agency, 2 owner’s staff, 3 supervisors, 4 project owner; all without userType',
    rules: 'PRE-7, SES-15',
    body: z.strictObject({ userType: staffType.optional() }),
    response: z.strictObject({
      Result: z.boolean(),
      ResultMessage: z.string(),
      rows: z.array(staffMember),
      seq: z.number().int(),
    }),
  },
  AddProjectWorker: commandCall({
    path: '/api/KB_Local/AddProjectWorker',
    command: 'AddWorker',
    summary: 'Saves a new row; a project owner (4) needs no contact',
    rules: 'PRE-8, PRE-9',
    body: z.strictObject({
      userName: text.default(''),
      unitName: text.default(''),
      contact: text.default(''),
      userType: staffType,
    }),
    toPayload: ({ userName: name, unitName: unit, contact, userType }) => ({
      kind: staffTypes[userType],
      name,
      unit,
      contact,
    }),
    fromPayload: ({ kind, name: userName, unit: unitName, contact }) => ({
      userName,
      unitName,
      contact,
      userType: staffTypeOf(kind),
    }),
  }),
  EditProjectWorker: commandCall({
    path: '/api/KB_Local/EditProjectWorker',
    command: 'EditWorker',
    summary: 'Changes one field of a saved row',
    rules: 'PRE-8, PRE-9',
    body: z.strictObject({
      id: z.uuid(),
      fieldName: z.enum(['userName', 'unitName', 'contact', 'contract']),
      fieldValue: text,
    }),
    toPayload: ({ id: workerId, fieldName, fieldValue }) => ({
      workerId,
      [staffFields[fieldName]]: fieldValue,
    }),
    fromPayload({ workerId: id, name, unit, contact }) {
      const given = [
        { fieldName: 'userName' as const, fieldValue: name },
        { fieldName: 'unitName' as const, fieldValue: unit },
        { fieldName: 'contact' as const, fieldValue: contact },
      ].filter(({ fieldValue }) => fieldValue !== undefined)
      const [changed] = given
      if (changed?.fieldValue === undefined || given.length > 1) return null
      return { id, fieldName: changed.fieldName, fieldValue: changed.fieldValue }
    },
  }),
  DeleteProjectWorker: commandCall({
    path: '/api/KB_Local/DeleteProjectWorker',
    command: 'RemoveWorker',
    summary: 'Removes a row',
    rules: 'PRE-10',
    body: z.strictObject({ id: z.uuid() }),
    toPayload: ({ id }) => ({ workerId: id }),
    fromPayload: ({ workerId }) => ({ id: workerId }),
  }),
  GetOtherProject: {
    method: 'GET',
    path: '/api/KB_Local/GetOtherProject',
    bothMethods: true,
    auth: 'session',
    action: 'ReadOtherSections',
    refuses: ['personnel-import-off'],
    summary: 'The same agency’s other sections, from which personnel can be copied if the region allows it',
    rules: 'PRE-11',
    response: z.array(
      z.strictObject({
        bidProjId: z.uuid(),
        bdbh: z.string(),
        bdmc: z.string(),
        /** People in its tables. */
        workerCount: z.number().int(),
        OpenBidTime: z.iso.datetime(),
      }),
    ),
  },
  ImportOtherProject: {
    ...commandCall({
      path: '/api/KB_Local/ImportOtherProject',
      command: 'ImportWorkers',
      refuses: ['unknown-section'],
      summary:
        'Copies the personnel of one of those sections; people already in the tables are not added again',
      rules: 'PRE-11',
      /** The number is accepted under either name. */
      body: z
        .strictObject({ bidProjId: z.uuid().optional(), sourceBidProjID: z.uuid().optional() })
        .refine(
          ({ bidProjId, sourceBidProjID }) => (bidProjId === undefined) !== (sourceBidProjID === undefined),
          'exactly one of bidProjId and sourceBidProjID',
        ),
      toPayload: ({ bidProjId, sourceBidProjID }) => ({ source: bidProjId ?? sourceBidProjID ?? '' }),
      fromPayload: ({ source }) => ({ bidProjId: source }),
    }),
    bothMethods: true,
  },
} as const satisfies Record<string, Call>
