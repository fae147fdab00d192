import pg from 'pg'

/** Where the piece of a slide puzzle belongs, from the server's database. */
export async function answerOf(databaseUrl: string, captchaId: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query('select value from single_use where key = $1', [
      `captcha ${captchaId}`,
    ])
    return Number(rows[0]?.value)
  } finally {
    await client.end()
  }
}

/** A track to `x` as a hand makes it: fast at first, slow at the end. */
export function slideTo(x: number): { x: number; y: number; t: number }[] {
  const steps = 30
  return Array.from({ length: steps + 1 }, (_, i) => {
    const part = 1 - (1 - i / steps) ** 2
    return { x: Math.round(x * part), y: i % 3, t: i * 21 + (i % 4) }
  })
}
