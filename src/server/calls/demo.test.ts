import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { stateAfter } from '#test/domain/given.ts'
import { submitted } from '#test/domain/histories.ts'
import { bidderCode, opener } from '#test/domain/sample-actors.ts'
import { readSettings } from '../settings.ts'
import { askToJoin, demoHandlers } from './demo.ts'

test('those who are absent are asked to come, besides those who come already', async () => {
  const demo = await mkdtemp(join(tmpdir(), 'demo-'))
  onTestFinished(() => rm(demo, { recursive: true }))
  const session = { id: 'section-1', state: stateAfter(submitted()) }
  const note = join(demo, 'join', session.id)
  await writeFile(join(demo, 'bidders.json'), JSON.stringify(['another']))
  expect(await askToJoin(demo, session)).toBe(0)
  await writeFile(join(demo, 'bidders.json'), JSON.stringify([1, 2].map(bidderCode)))
  expect(await askToJoin(demo, session)).toBe(2)
  expect(await readFile(note, 'utf8')).toBe([1, 2].map(bidderCode).join('\n'))
  await writeFile(note, ['other', bidderCode(2)].join('\n'))
  expect(await askToJoin(demo, session)).toBe(2)
  expect(await readFile(note, 'utf8')).toBe(['other', bidderCode(2), bidderCode(1)].join('\n'))
})

test('an opener whose section has none of the simulated bidders is told so', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'demo-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  await mkdir(join(dataDir, 'demo'))
  await writeFile(join(dataDir, 'demo', 'bidders.json'), JSON.stringify(['another']))
  const settings = readSettings({ DATA_DIR: dataDir })
  if (!settings.ok) throw new Error(settings.error)
  const { joinDemoBidders } = demoHandlers({ settings: settings.value })
  const raw = {
    socket: { remoteAddress: '127.0.0.1' },
    headers: { host: 'localhost:3000' },
    httpVersion: '1.1',
  }
  const session = { id: 'section-1', state: stateAfter(submitted()) }
  const context = { login: { actor: opener }, session, language: 'en', request: { raw } }
  const answer = await joinDemoBidders(context as unknown as Parameters<typeof joinDemoBidders>[0])
  expect(answer).toMatchObject({ ok: false, error: { code: 'no-demo-bidders' } })
})

test('[ACC-10] a demo that nobody asked for by name shows its accounts to this machine only', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'demo-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  await mkdir(join(dataDir, 'demo'))
  const account = {
    role: 'opener',
    userCode: 'opener',
    password: 'kaibiao-demo',
    ShowName: '张三',
    certificate: null,
  }
  await writeFile(join(dataDir, 'demo', 'accounts.json'), JSON.stringify([account]))
  const shown = async (environment: Record<string, string>, address: string) => {
    const settings = readSettings({ DATA_DIR: dataDir, ...environment })
    if (!settings.ok) throw new Error(settings.error)
    const { getDemoAccounts } = demoHandlers({ settings: settings.value })
    const raw = {
      socket: { remoteAddress: address },
      headers: { host: 'localhost:3000' },
      httpVersion: '1.1',
    }
    const answer = await getDemoAccounts({ request: { raw } } as Parameters<typeof getDemoAccounts>[0])
    return answer.ok ? answer.value : answer.error
  }
  const [here, elsewhere] = ['127.0.0.1', '203.0.113.7']
  expect(await shown({}, here)).toEqual([account])
  expect(await shown({}, elsewhere)).toEqual([])
  expect(await shown({ TEST_ACCOUNTS: '1' }, elsewhere)).toEqual([account])
  expect(await shown({ KEY_FILE: 'key' }, here)).toEqual([])
})
