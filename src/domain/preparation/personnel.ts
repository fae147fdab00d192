import { err, ok } from '#lib/result.ts'
import type { CommandShapes } from '../session/command.ts'
import type { Context, Decision } from '../session/context.ts'
import { event } from '../session/event.ts'
import { type Rejection, reject } from '../session/rejection.ts'
import { type SessionState, type Worker, workersOf } from '../session/state.ts'
import { trimmedRow, type WorkerRow, workerNameLength, workerProblem } from './site-staff.ts'

/** A new row of on-site personnel (S1 §5, §7 AddProjectWorker); a fresh id comes with the command. */
export function addWorker({ workerId, ...entered }: CommandShapes['AddWorker']): Decision {
  const row = trimmedRow(entered)
  const problem = rowRejection(row)
  return problem ? err(problem) : ok([added(workerId, row, null)])
}

/** Some fields of a row (S1 §7 EditProjectWorker); the event has the whole row as it stands then. */
export function editWorker(
  state: SessionState,
  { workerId, name, unit, contact }: CommandShapes['EditWorker'],
): Decision {
  const worker = state.workers[workerId]
  if (!worker) return reject('unknown-worker')
  const before = rowOf(worker)
  const row = trimmedRow({
    kind: before.kind,
    name: name ?? before.name,
    unit: unit ?? before.unit,
    contact: contact ?? before.contact,
  })
  const problem = rowRejection(row)
  if (problem) return err(problem)
  if (isSameRow(row, before) && row.contact === before.contact) return ok([])
  const open = { workerId, kind: row.kind, name: row.name, unit: row.unit }
  return ok([event('WorkerEdited', open, { contact: row.contact })])
}

export function removeWorker(state: SessionState, { workerId }: CommandShapes['RemoveWorker']): Decision {
  const worker = state.workers[workerId]
  if (!worker) return reject('unknown-worker')
  return ok([event('WorkerRemoved', { workerId, kind: worker.kind, name: worker.name })])
}

/**
 * The personnel of another section (S1 §2), where the region lets it be fetched. Only a section of the same agency
 * counts: any other is as unknown as none. Who is in the tables already is not added again.
 */
export function importWorkers(
  state: SessionState,
  { source, workers }: CommandShapes['ImportWorkers'],
  { rules }: Context,
): Decision {
  if (!rules.personnelFromOtherSections) return reject('personnel-import-off')
  if (source.agencyCode !== state.tender?.agencyCode) return reject('unknown-section')
  const known = workersOf(state).map(rowOf)
  const fresh = workers.filter((row) => !known.some((other) => isSameRow(row, other)))
  if (fresh.length === 0) return reject('no-workers-to-import')
  return ok(fresh.map(({ workerId, ...row }) => added(workerId, row, source.sectionCode)))
}

function added(workerId: string, { contact, ...row }: WorkerRow, importedFrom: string | null) {
  return event('WorkerAdded', { workerId, ...row, importedFrom }, { contact })
}

function rowRejection(row: WorkerRow): Rejection | null {
  const code = workerProblem(row)
  if (code === null) return null
  return code === 'worker-name-too-long'
    ? { code, params: { maximum: workerNameLength } }
    : { code, params: {} }
}

function rowOf({ kind, name, unit, contact }: Worker): WorkerRow {
  return { kind, name, unit, contact: contact ?? '' }
}

/** The same person in the same table; they may be reached by another number. */
function isSameRow(one: WorkerRow, other: WorkerRow): boolean {
  return one.kind === other.kind && one.name === other.name && one.unit === other.unit
}
