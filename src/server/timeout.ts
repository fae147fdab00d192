/**
 * The result of `work`, if it comes within `milliseconds`; throws after that and drops a later result. The work itself
 * is not cancelled.
 */
export async function withTimeout<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const text = `no answer within ${milliseconds} ms`
    timer = setTimeout(() => reject(new Error(text)), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
