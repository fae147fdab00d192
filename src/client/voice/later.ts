/** Calls `then` after so many milliseconds, unless cancelled by the function it returns. */
export function later(milliseconds: number, then: () => void): () => void {
  const timer = setTimeout(then, milliseconds)
  return () => clearTimeout(timer)
}
