import { recordOf } from '#lib/bare-record.ts'
import type { Viewer } from '../session/actor.ts'
import type { SessionState } from '../session/state.ts'
import { isStaffOrSupervisor, ownBid, seesContacts, seesIdentityNumbers } from '../session/viewer.ts'
import { type Worker, type WorkerKind, workersOf } from './site-staff.ts'

/** The area's part of the state as a viewer may see it. */
export function viewPreparation(
  viewer: Viewer,
  state: SessionState,
): Pick<SessionState, 'workers' | 'workerOrder' | 'letters' | 'personIds'> {
  const workers = workersOf(state).filter(({ kind }) => maySeeWorker(viewer, kind))
  const letters = Object.entries(state.letters).filter(
    ([code]) => isStaffOrSupervisor(viewer) || ownBid(viewer, code),
  )
  return {
    workers: recordOf(workers.map((worker) => [worker.id, viewWorker(viewer, worker)] as const)),
    workerOrder: workers.map(({ id }) => id),
    letters: recordOf(letters),
    personIds: seesIdentityNumbers(viewer) ? state.personIds : null,
  }
}

function maySeeWorker(viewer: Viewer, kind: WorkerKind): boolean {
  return isStaffOrSupervisor(viewer) && (kind !== 'supervisor' || viewer.seesSupervisor)
}

function viewWorker(viewer: Viewer, worker: Worker): Worker {
  return seesContacts(viewer) ? worker : { ...worker, contact: null }
}
