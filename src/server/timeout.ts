/**
 * What `work` comes to, if it does within `milliseconds`; after that this throws, and whatever comes later is dropped.
 * The work itself goes on: who asks a database limits that where the question is put.
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
