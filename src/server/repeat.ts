/** Runs `work` every so many milliseconds; a run that is due while the last one still works is left out. */
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
