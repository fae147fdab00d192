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
  const environment = { DATABASE_URL: database.url, TEST_ACCOUNTS: accounts }
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
