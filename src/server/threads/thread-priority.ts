import { getPriority, platform, setPriority } from 'node:os'

/** On a busy processor a thread with this niceness gets about a third of the time that the main thread gets. */
const niceness = 5

/**
 * Lowers the priority of the calling worker thread, so that commands and the database come first. On Linux niceness
 * belongs to a thread; elsewhere it belongs to the whole process, and nothing is changed.
 */
export function lowerThreadPriority(): void {
  // An unprivileged process cannot raise its priority, so a process with a higher niceness keeps it.
  if (platform() === 'linux' && getPriority() < niceness) setPriority(niceness)
}
