import type { Browser, Page } from 'playwright'
import { createTokens, type Tokens } from '#client/auth/tokens.ts'
import { httpClient } from '#simulators/client/http-client.ts'
import { ownContext } from './browser.ts'
import type { Person, SectionFixture } from './section-fixture.ts'

/*
 * Pages that are already logged in. The server issues the login, and the page finds it in the tab's storage as after
 * a reload. `login.e2e.ts` and `opening.e2e.ts` test the way through dialog and hall.
 */

type Place = Pick<SectionFixture, 'url'>
type Who = Pick<Person, 'userCode'>

/** A page in a context of its own, logged in, at an address of the hall. */
export async function logInAs(
  browser: Browser,
  fixture: Place,
  person: Who,
  address = '/hall',
): Promise<Page> {
  const page = await pageWith(browser, fixture, (await logIn(fixture, person)).entries)
  await page.goto(fixture.url + address)
  await page.getByRole('tab', { name: '待开标' }).waitFor()
  return page
}

/**
 * A page in a context of its own, logged in and in a section, with captions only. A section that is over does not ask
 * about them.
 */
export async function enterAs(
  browser: Browser,
  fixture: Place,
  person: Who,
  section: string,
  { over = false } = {},
): Promise<Page> {
  const page = await pageWith(browser, fixture, await storageInSection(fixture, person, section))
  await page.goto(`${fixture.url}/bid/${section}`)
  await page.waitForURL(/\/bid\/[^/]+\/./)
  if (!over) await page.getByRole('button', { name: '仅看字幕' }).click()
  return page
}

/** What the tab of somebody stores who is logged in and in a section. */
export async function storageInSection(
  fixture: Place,
  person: Who,
  section: string,
): Promise<ReadonlyMap<string, string>> {
  const { http, token, tokens, entries } = await logIn(fixture, person)
  const body = { bidProjGuid: section, dbGuid: section }
  tokens.enterSession(section, (await http.call('getProjectAuthorization', { token, body })).oauth2)
  return entries
}

/** A login, and what a tab stores of it. */
async function logIn({ url }: Place, { userCode }: Who) {
  const http = httpClient({ url })
  const answer = await http.call('testLogin', { body: { UserCode: userCode } })
  const entries = new Map<string, string>()
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
  } as Storage
  const tokens: Tokens = createTokens({
    storage: () => storage,
    now: Date.now,
    newId: () => crypto.randomUUID(),
  })
  tokens.begin(answer)
  return { http, token: answer.token, tokens, entries }
}

async function pageWith(
  browser: Browser,
  { url }: Place,
  entries: ReadonlyMap<string, string>,
): Promise<Page> {
  const context = await ownContext(browser, url)
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  // Stored once, at an address without a page, so that nothing is restored that the page removes later.
  await page.goto(`${url}/healthz`)
  await page.evaluate(
    (kept) => {
      for (const [key, value] of kept) sessionStorage.setItem(key, value)
    },
    [...entries],
  )
  return page
}
