import type { Report } from '../report/report.ts'

export interface ScenarioOptions {
  readonly bidders: number
  /** A server that runs already; null starts one of the scenario's own. */
  readonly url: string | null
  readonly platformPassword: string
  /** Decides the network's faults. */
  readonly seed: number
  /** Says what goes on. */
  readonly onLine: (line: string) => void
}

export type Scenario = (options: ScenarioOptions) => Promise<Report>
