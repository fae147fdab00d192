import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort, startServer, temporaryData } from '#simulators/fixtures/server-process.ts'
import { freshDatabase } from '#test/support/pg-database.ts'

const hour = 3_600_000

test.each([
  ['with test accounts a server’s clock can be set by the process that started it', '1', hour],
  ['without them it cannot', '0', 0],
])('%s', async (_, accounts, leapt) => {
  const data = temporaryData()
  const database = await freshDatabase()
  // Without test accounts a server on this database needs a key that is given to it.
  const keyFile = join(data.folder, 'given.key')
  writeFileSync(keyFile, randomBytes(32), { mode: 0o600 })
  const environment = { DATABASE_URL: database.url, TEST_ACCOUNTS: accounts, KEY_FILE: keyFile }
  const server = await startServer({ dataDir: data.folder, port: await freePort(), environment })
  const ahead = async () => {
    const { time } = await (await fetch(`${server.url}/healthz`)).json()
    return Date.parse(time) - Date.now()
  }
  const answered = server.setClock([{ at: Date.now(), by: hour }]).then(() => true)
  // Two other answers: the server would have handled the message before them.
  await ahead()
  await ahead()
  const isAnswered = await Promise.race([answered, new Promise((done) => setTimeout(done, 500, false))])
  expect(isAnswered).toBe(leapt > 0)
  expect(Math.abs((await ahead()) - leapt)).toBeLessThan(10_000)
  answered.catch(() => {})
  await server.stop()
  await database.drop()
  data.remove()
})
