/**
 * Watches the end of the process: nothing that is awaited in vain, and no `exit` somewhere else, may look like a success.
 * The answer notes that a variant has its verdict.
 */
export function expectVerdicts(names: readonly string[]): (name: string) => void {
  const missing = new Set(names)
  process.once('exit', () => {
    if (missing.size === 0) return
    console.error(`The simulation ended without a verdict on ${[...missing].join(', ')}`)
    process.exitCode = Number(process.exitCode ?? 0) || 1
  })
  return (name) => {
    missing.delete(name)
  }
}
