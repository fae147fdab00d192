import { getPriority, platform, setPriority } from 'node:os'

/** Where both want the processor, it gets about a third of what the server's own thread does. */
const niceness = 5

/**
 * Lets the server's commands and its database go before this worker thread where processors are scarce. On Linux a
 * niceness is a thread's own; elsewhere it would be the whole server's, and nothing is done.
 */
export function stepBack(): void {
  // A server that steps back itself may not, and need not, be brought forward.
  if (platform() === 'linux' && getPriority() < niceness) setPriority(niceness)
}
