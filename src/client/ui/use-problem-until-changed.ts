import { useState } from 'react'

/**
 * What is wrong with what was asked, said until something of what it is about (`about`, compared one by one) is no
 * longer the same: of a form that has been changed since nobody knows yet.
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
