import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { useSend, useSession, useSessionId } from '#client/store/session-provider.tsx'
import { useDraft } from '#client/ui/use-draft.ts'
import { useMessage } from '#client/ui/use-message.ts'
import {
  emptyFields,
  trimmedRow,
  type Worker,
  type WorkerField,
  type WorkerKind,
  workerNameLength,
  workerProblem,
  workersOf,
} from '#domain/preparation/site-staff.ts'

export type Typed = Readonly<Record<WorkerField, string>>

/** A row on the screen; `typed` while it is edited, which nobody but this browser knows of. */
export interface Row {
  readonly id: string
  /** Null for a row that is not saved yet. */
  readonly worker: Worker | null
  readonly typed: Typed | null
}

const newRow = 'new'
const nothing = { open: '', name: '', unit: '', contact: '' }

/** The rows of one table with what is being typed into them. What a new row says survives a reload. */
export function useStaffRows(kind: WorkerKind) {
  const { t } = useTranslation()
  const send = useSend()
  const sessionId = useSessionId()
  const say = useMessage()
  const workers = useSession(({ state }) => workersOf(state).filter((worker) => worker.kind === kind))
  const { draft, change, clear } = useDraft(`worker.${sessionId}.${kind}`, nothing)
  const [edits, setEdits] = useState<Readonly<Record<string, Typed>>>({})
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set())
  const drafted: Row | null = draft.open
    ? {
        ...{ id: newRow, worker: null },
        typed: { name: draft.name ?? '', unit: draft.unit ?? '', contact: draft.contact ?? '' },
      }
    : null
  const saved = workers.map((worker): Row => ({ id: worker.id, worker, typed: edits[worker.id] ?? null }))
  const rows = drafted ? [...saved, drafted] : saved

  const check = (id: string) => setChecked((now) => new Set(now).add(id))

  function type(row: Row, field: WorkerField, value: string): void {
    if (row.worker) setEdits((now) => ({ ...now, [row.id]: { ...(row.typed ?? noText), [field]: value } }))
    else change(field, value)
  }

  /** Ends the editing of a row; a new one is gone with it. */
  function leave(id: string): void {
    setChecked((now) => new Set([...now].filter((other) => other !== id)))
    setEdits(({ [id]: _left, ...rest }) => rest)
    if (id !== newRow) return
    for (const field of Object.keys(nothing)) change(field, '')
    clear()
  }

  /** The message beside a field, in the seeds' words; what is missing is said once it was tried to be saved. */
  function problemOf({ id, typed }: Row, field: WorkerField): string | undefined {
    if (!typed) return undefined
    const row = trimmedRow({ kind, ...typed })
    const code = workerProblem(row)
    const at = code === 'worker-incomplete' ? emptyFields(row)[0] : code && places[code]
    if (code === null || at !== field || !checked.has(`${id}.${field}`)) return undefined
    return say({ code, params: { maximum: workerNameLength } })
  }

  async function save({ id, worker, typed }: Row): Promise<boolean> {
    if (!typed) return false
    for (const field of ['name', 'unit', 'contact']) check(`${id}.${field}`)
    if (workerProblem(trimmedRow({ kind, ...typed }))) return false
    const done = await toastIfRefused(
      worker ? send('EditWorker', { workerId: id, ...typed }) : send('AddWorker', { kind, ...typed }),
      { failed: t(worker ? 'changeFailed' : 'operationFailed') },
    )
    if (done) leave(id)
    return done
  }

  return {
    rows,
    type,
    leave,
    problemOf,
    save,
    /** Left with something in it, a field is looked at; an empty one is none to complain of yet. */
    blur(row: Row, field: WorkerField) {
      if (row.typed?.[field].trim()) check(`${row.id}.${field}`)
    },
    edit({ id, worker }: Row) {
      if (!worker) return
      const { name, unit, contact } = worker
      setEdits((now) => ({ ...now, [id]: { name, unit, contact: contact ?? '' } }))
    },
    remove: ({ id }: Row) =>
      toastIfRefused(send('RemoveWorker', { workerId: id }), { failed: t('deleteFailed') }),
    /** False while a row is unsaved: one new row at a time (PRE-12). */
    add(): boolean {
      if (rows.some(({ typed, worker }) => typed && (!worker || emptyFields({ kind, ...typed }).length > 0)))
        return false
      change('open', 'yes')
      return true
    },
  }
}

const noText: Typed = { name: '', unit: '', contact: '' }

const places = {
  'worker-name-too-long': 'name',
  'worker-contact-malformed': 'contact',
} as const
