import { expect, test } from 'vitest'
import { browser, copyOf, server } from '#test/client/browser-tabs.ts'

const minutes = 60_000
const sectionA = '6f1d2f0a-5a0e-4a44-9a43-1f4f1f5f7a01'
const sectionB = '6f1d2f0a-5a0e-4a44-9a43-1f4f1f5f7a02'

test('a new tab takes over the login of the tab used last, with its sections', async () => {
  const page = browser(server())
  const opener = page().logIn('opener')
  page().logIn('bidder')
  opener.tokens.enterSession(sectionA, `${sectionA} first`)
  opener.look()
  const fresh = page()
  await fresh.tabs.adopt()
  expect(fresh.tokens.login()).toBe('opener')
  expect(fresh.tokens.session()).toBe(`${sectionA} first`)
})

test('a tab opened at a section uses that section, whichever section the other tab is in', async () => {
  const page = browser(server())
  const inA = page().logIn('opener')
  inA.tokens.enterSession(sectionA, 'A')
  const inB = page()
  await inB.tabs.adopt()
  inB.tokens.leaveSessions()
  inB.tokens.enterSession(sectionB, 'B')
  inA.look()
  const fresh = page()
  await fresh.tabs.adopt()
  expect(fresh.tokens.session()).toBe('A')
  expect([fresh.tokens.switchSession(sectionB), fresh.tokens.session()]).toEqual([true, 'B'])
})

test('after the last tab is closed a new tab finds no login', async () => {
  const page = browser(server())
  page().logIn('opener').close()
  const fresh = page()
  await fresh.tabs.adopt()
  expect(fresh.tokens.user()).toBeNull()
  expect(Object.keys(fresh.storage)).toEqual([])
})

test('a tab whose login has ended, or that has its own login, takes over none', async () => {
  const page = browser(server())
  page().logIn('opener')
  const other = page().logIn('bidder')
  await other.tabs.adopt()
  expect(other.tokens.login()).toBe('bidder')
  other.tokens.clear()
  await other.tabs.adopt()
  expect(other.tokens.user()).toBeNull()
})

test('one of the tabs of a login renews it, for the sections of all of them', async () => {
  const hall = server()
  const page = browser(hall)
  const first = page().logIn('opener')
  const others = [page(), page(copyOf(first.storage)), page()]
  for (const { tabs } of others) await tabs.adopt()
  first.tokens.enterSession(sectionA, `${sectionA} old`)
  others[0]?.tokens.enterSession(sectionB, `${sectionB} old`)
  hall.pass(9 * minutes)
  await Promise.all([first, ...others].map(({ refresher }) => refresher.fresh()))
  expect(hall.asked).toEqual(['opener'])
  const users = [first, ...others].map(({ tokens }) => tokens.user())
  expect(new Set(users).size).toBe(1)
  expect(first.tokens.session(sectionA)).toMatch(/^\S+ \d+$/)
  expect(others[0]?.tokens.session(sectionB)).toMatch(/^\S+ \d+$/)
  expect(first.tokens.session(sectionB)).toBeNull()
})

test('a login renewed twice within a second is kept by the tab that remains', async () => {
  const hall = server()
  const page = browser(hall)
  const remaining = page().logIn('opener')
  const closed = page()
  await closed.tabs.adopt()
  await remaining.refresher.renewAfter(remaining.tokens.user())
  await closed.refresher.renewAfter(closed.tokens.user())
  await new Promise((soon) => setImmediate(soon))
  closed.close()
  hall.pass(9 * minutes)
  await remaining.refresher.fresh()
  expect([remaining.tokens.login(), hall.isOver('opener')]).toEqual(['opener', false])
})

test('a tab that slept through several renewals takes over the tokens of another tab', async () => {
  const hall = server()
  const page = browser(hall)
  const awake = page().logIn('opener')
  const asleep = copyOf(awake.storage)
  for (let turn = 0; turn < 3; turn++) {
    hall.pass(9 * minutes)
    await awake.refresher.fresh()
  }
  const woken = page(asleep)
  const refused = woken.tokens.user()
  expect(await woken.refresher.renewAfter(refused)).toBe(true)
  expect(woken.tokens.user()).toBe(awake.tokens.user())
  expect([hall.asked.length, hall.isOver('opener')]).toEqual([3, false])
})

test('logging out in one tab ends the login in all that share it, and in no other', async () => {
  const page = browser(server())
  const one = page().logIn('opener')
  const two = page()
  await two.tabs.adopt()
  const bidder = page().logIn('bidder')
  expect([await two.tabs.isShared(), await bidder.tabs.isShared()]).toEqual([true, false])
  one.tabs.tellEnded('opener')
  await new Promise((soon) => setImmediate(soon))
  expect([two.tokens.user(), bidder.tokens.login()]).toEqual([null, 'bidder'])
})
