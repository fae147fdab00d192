const known = ['unreachable', 'none', 'wrong-pin', 'locked', 'unknown-certificate']

/** The text key of a problem with the certificate helper; refusals that only a bug could cause share one text. */
export function helperProblemText(problem: string): string {
  return `certificate.problem.${known.includes(problem) ? problem : 'other'}`
}
