/** What can happen to a connection. */
export type Fault =
  /** Both sides are reset at once. */
  | { readonly kind: 'cut' }
  /** Nothing is forwarded for this time; then forwarding continues where it stopped. */
  | { readonly kind: 'stall'; readonly forMs: number }
  /** Nothing is forwarded any more, and neither side is told. */
  | { readonly kind: 'half-open' }

/** How a network treats its connections. Times are milliseconds; values in ranges are drawn uniformly. */
export interface NetworkConditions {
  /** Delay of each chunk, each way. */
  readonly delayMs: number
  /** Greatest random addition to the delay. */
  readonly jitterMs: number
  /** Time until a connection's next fault; null: no faults. */
  readonly goodForMs: readonly [least: number, most: number] | null
  /** The possible faults, each equally likely. */
  readonly faults: readonly Fault[]
  /** Connections are reset as soon as they are made. */
  readonly closed: boolean
  /** Requests for a WebSocket are reset; other requests pass. */
  readonly noWebSockets: boolean
}

export const goodConditions: NetworkConditions = {
  delayMs: 0,
  jitterMs: 0,
  goodForMs: null,
  faults: [],
  closed: false,
  noWebSockets: false,
}

/** A bad mobile line: a round trip of 40 to 240 ms and a fault every few seconds, some of them silent. */
export const badConditions: NetworkConditions = {
  ...goodConditions,
  delayMs: 20,
  jitterMs: 100,
  goodForMs: [2000, 12_000],
  faults: [
    { kind: 'cut' },
    { kind: 'cut' },
    { kind: 'cut' },
    { kind: 'stall', forMs: 1500 },
    { kind: 'stall', forMs: 4000 },
    { kind: 'half-open' },
  ],
}
