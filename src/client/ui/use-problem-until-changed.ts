import { useState } from 'react'

/**
 * A problem that is shown until one of the values it refers to (`about`) changes: it may no longer hold for a form that
 * was changed since.
 */
export function useProblemUntilChanged<Problem = string>(
  ...about: readonly unknown[]
): readonly [Problem | null, (problem: Problem | null) => void] {
  const [found, setFound] = useState<{ problem: Problem; about: readonly unknown[] } | null>(null)
  const holds = found?.about.every((part, index) => Object.is(part, about[index])) ?? false
  return [
    found && holds ? found.problem : null,
    (problem) => setFound(problem === null ? null : { problem, about }),
  ]
}
