import type { Report } from '../report/report.ts'

export interface ScenarioOptions {
  readonly bidders: number
  /** A server that runs already; null starts one for the scenario. */
  readonly url: string | null
  /** The trading platform's private key for the server at `url`; null without `url`. */
  readonly platformKey: string | null
  /** Decides the network's faults. */
  readonly seed: number
  /** Receives progress lines. */
  readonly onLine: (line: string) => void
}

export type Scenario = (options: ScenarioOptions) => Promise<Report>
