import type { Report } from '../report/report.ts'

export interface ScenarioOptions {
  readonly bidders: number
  /** A server that runs already; null starts one of the scenario's own. */
  readonly url: string | null
  /** The private key that the server at `url` knows as the trading platform's; null with a server of one's own. */
  readonly platformKey: string | null
  /** Decides the network's faults. */
  readonly seed: number
  /** Says what goes on. */
  readonly onLine: (line: string) => void
}

export type Scenario = (options: ScenarioOptions) => Promise<Report>
