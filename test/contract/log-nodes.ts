import type { SessionLog } from '#server/log/session-log.ts'
import type { Step } from './log-steps.ts'

/** A storage; each `open` starts another node on it. */
export interface LogStorage {
  open(): Promise<SessionLog>
}

export interface ContractNodes extends LogStorage {
  readonly log: SessionLog
  readonly other: SessionLog
  /** Makes a session and gives it the steps; its id. */
  createSession(...steps: Step[]): Promise<string>
}
