/** From this median on an answer takes noticeably long, in milliseconds. */
const slowFrom = 500

/** The median of the round trips of `times` questions, in milliseconds; null where one was not answered. */
export async function medianRoundTrip(
  ask: () => Promise<boolean>,
  now: () => number,
  times = 5,
): Promise<number | null> {
  const taken: number[] = []
  for (let asked = 0; asked < times; asked += 1) {
    const begun = now()
    if (!(await ask())) return null
    taken.push(now() - begun)
  }
  return taken.sort((a, b) => a - b)[Math.floor(times / 2)] ?? null
}

export function lineOf(milliseconds: number): 'good' | 'slow' {
  return milliseconds < slowFrom ? 'good' : 'slow'
}
