const known = ['unreachable', 'none', 'wrong-pin', 'locked', 'unknown-certificate']

/** The key of what the user is told of the certificate helper; refusals that only a program could cause have one text. */
export function helperProblemText(problem: string): string {
  return `certificate.problem.${known.includes(problem) ? problem : 'other'}`
}
