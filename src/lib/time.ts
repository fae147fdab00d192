/** Epoch milliseconds as ISO 8601 in UTC: the one form of time on the wire and in the log. */
export function isoTime(epoch: number): string {
  return new Date(epoch).toISOString()
}

/** Epoch milliseconds of an ISO 8601 time. */
export function epochOf(iso: string): number {
  return Date.parse(iso)
}
