/** People who use the hall as it is meant. */
export interface HonestUsers {
  /** Milliseconds of their requests since the last call of it. */
  latencies(): Promise<readonly number[]>
  /** Why one of them was refused; null where none was. */
  stop(): Promise<string | null>
}

/** The accounts of an opener and of others, and the section that they are in. */
export interface HonestStage {
  readonly url: string
  readonly session: string
  /** The opener's first. */
  readonly userCodes: readonly string[]
}
