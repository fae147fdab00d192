/** What a simulated person did not get done, and when it failed (epoch ms). */
export interface Failure {
  readonly at: number
  readonly problem: string
}

/** The failures among what was started, each with its moment. */
export async function failuresOf(started: readonly Promise<unknown>[]): Promise<Failure[]> {
  const failures: Failure[] = []
  const note = (error: unknown) => failures.push({ at: Date.now(), problem: String(error) })
  await Promise.all(started.map((one) => one.catch(note)))
  return failures
}

/** Failures as lines, the first that happened first. */
export function inOrder(failures: readonly Failure[]): string[] {
  return [...failures].sort((a, b) => a.at - b.at).map(({ problem }) => problem)
}
