/** Runs `work` at intervals; skips a run while the one before is in progress. Returns a function that stops it. */
export function repeatWithoutOverlap(milliseconds: number, work: () => Promise<void>): () => void {
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    void work().finally(() => {
      isRunning = false
    })
  }, milliseconds)
  return () => clearInterval(timer)
}
