/** What no input may bring about; each finding is a line that says where. */
export interface Answer {
  readonly status: number
  readonly text: string
}

/** Lines of a stack, also inside a JSON text, or a place inside the server. */
const stack = /(?:\n|\\n)\s+at .+:\d+:\d+|node_modules\/|\(node:internal|file:\/\/\//

/** The one refusal by 503 that is meant: too many ask for reports, and it says so. */
const meant = /"code":"reports-busy"/

/** A finding about an answer; null for one that is in order. */
export function findingOf({ status, text }: Answer): string | null {
  if (stack.test(text)) return `a stack in the answer: ${text.slice(0, 300)}`
  if (status < 500 || (status === 503 && meant.test(text))) return null
  return `answered ${status}: ${text.slice(0, 300)}`
}

/** Findings in the lines that a server has printed: errors, failures, stacks, and text that is no log line. */
export function findingsInLog(output: string): string[] {
  return output
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => {
      const entry = logEntry(line)
      if (entry === null)
        return stack.test(`\n${line}`) || /error|warn/i.test(line) ? [`printed: ${line.slice(0, 300)}`] : []
      return entry.level >= errorLevel || stack.test(line) ? [`logged: ${line.slice(0, 500)}`] : []
    })
}

/** Of the logger, as a number. */
const errorLevel = 50

function logEntry(line: string): { readonly level: number } | null {
  try {
    const { level } = JSON.parse(line) as { level?: unknown }
    return typeof level === 'number' ? { level } : null
  } catch {
    return null
  }
}
