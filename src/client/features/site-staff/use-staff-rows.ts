import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { useSend, useSession, useSessionId } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import { useDraft } from '#client/ui/use-draft.ts'
import { useMessage } from '#client/ui/use-message.ts'
import {
  emptyFields,
  type StaffField,
  type StaffKind,
  type StaffMember,
  siteStaffOf,
  staffNameLength,
  staffProblem,
  trimmedRow,
} from '#domain/preparation/site-staff.ts'

export type Typed = Readonly<Record<StaffField, string>>

/** A row of a table; `typed`: its unsaved text while it is edited. */
export interface Row {
  readonly id: string
  /** Null for a new row. */
  readonly member: StaffMember | null
  readonly typed: Typed | null
}

const newRow = 'new'
const nothing = { open: '', name: '', unit: '', contact: '' }

/** The rows of one table with their unsaved text. The text of a new row survives a reload. */
export function useStaffRows(kind: StaffKind) {
  const { t } = useTranslation()
  const send = useSend()
  const typing = useTypedRows(kind)
  const { contacts } = useVariant().rules
  const { check, problemOf } = useRowProblems(kind)

  function leave(id: string): void {
    check(id, [])
    typing.leave(id)
  }

  async function save({ id, member, typed }: Row): Promise<boolean> {
    if (!typed) return false
    check(id, ['name', 'unit', 'contact'])
    if (staffProblem(trimmedRow({ kind, ...typed }), contacts)) return false
    const done = await toastIfRefused(
      member ? send('EditWorker', { workerId: id, ...typed }) : send('AddWorker', { kind, ...typed }),
      { failed: t(member ? 'changeFailed' : 'operationFailed') },
    )
    if (done) leave(id)
    return done
  }

  return {
    ...typing,
    leave,
    problemOf,
    save,
    remove: ({ id }: Row) =>
      toastIfRefused(send('RemoveWorker', { workerId: id }), { failed: t('deleteFailed') }),
    /** Checks a field on leaving it unless it is empty; empty fields are checked on saving. */
    blur(row: Row, field: StaffField) {
      if (row.typed?.[field].trim()) check(row.id, [field])
    },
  }
}

/** The unsaved text: of saved rows in memory, of the new row in the tab's storage. */
function useTypedRows(kind: StaffKind) {
  const sessionId = useSessionId()
  const staff = useSession(({ state }) => siteStaffOf(state).filter((member) => member.kind === kind))
  const { draft, change, clear } = useDraft(`worker.${sessionId}.${kind}`, nothing)
  const [edits, setEdits] = useState<Readonly<Record<string, Typed>>>({})
  const saved = staff.map((member): Row => ({ id: member.id, member, typed: edits[member.id] ?? null }))
  const { open, name = '', unit = '', contact = '' } = draft
  const rows: Row[] = open ? [...saved, { id: newRow, member: null, typed: { name, unit, contact } }] : saved
  return {
    rows,
    type(row: Row, field: StaffField, value: string) {
      if (row.member) setEdits((now) => ({ ...now, [row.id]: { ...(row.typed ?? noText), [field]: value } }))
      else change(field, value)
    },
    /** Ends the editing of a row; a new one is removed. */
    leave(id: string) {
      setEdits(({ [id]: _left, ...rest }) => rest)
      if (id !== newRow) return
      for (const field of Object.keys(nothing)) change(field, '')
      clear()
    },
    edit({ id, member }: Row) {
      if (!member) return
      const { name, unit, contact } = member
      setEdits((now) => ({ ...now, [id]: { name, unit, contact: contact ?? '' } }))
    },
    /** False while a row is unsaved: one new row at a time (PRE-12). */
    add(): boolean {
      if (rows.some(({ typed, member }) => typed && (!member || emptyFields({ kind, ...typed }).length > 0)))
        return false
      change('open', 'yes')
      return true
    },
  }
}

/** The messages beside the fields that have been checked (PRE-8). */
function useRowProblems(kind: StaffKind) {
  const { contacts } = useVariant().rules
  const say = useMessage()
  const [checked, setChecked] = useState<Readonly<Record<string, readonly StaffField[]>>>({})
  return {
    /** Marks these fields of a row as checked; without fields, none of them. */
    check(id: string, fields: readonly StaffField[]) {
      setChecked((now) => ({ ...now, [id]: fields.length > 0 ? [...(now[id] ?? []), ...fields] : [] }))
    },
    problemOf({ id, typed }: Row, field: StaffField): string | undefined {
      if (!typed || !checked[id]?.includes(field)) return undefined
      const row = trimmedRow({ kind, ...typed })
      const code = staffProblem(row, contacts)
      const at = code === 'worker-incomplete' ? emptyFields(row)[0] : code && fieldOfProblem[code]
      return code !== null && at === field ? say({ code, params: { maximum: staffNameLength } }) : undefined
    },
  }
}

const noText: Typed = { name: '', unit: '', contact: '' }

const fieldOfProblem = {
  'worker-name-too-long': 'name',
  'worker-contact-malformed': 'contact',
} as const
