import { expect, it } from 'vitest'
import { freePort } from './own-server.ts'

it('gives no port that neither a browser nor `fetch` goes to', async () => {
  const refused = 10_080
  // Whoever has this number counts from that port on.
  const processId = 5
  expect(await freePort(processId)).toBeGreaterThan(refused)
  const asked = fetch(`http://127.0.0.1:${refused}`)
  await expect(asked).rejects.toMatchObject({ cause: { message: 'bad port' } })
})
