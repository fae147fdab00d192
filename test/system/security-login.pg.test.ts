import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#protocol/calls.ts'
import { demoPassword } from '#protocol/demo-password.ts'
import { signChallenge } from '#seal/login-challenge.ts'
import { createPhone } from '#simulators/phone/phone.ts'
import { answerOf, slideTo } from '#test/support/captcha.ts'
import { accountOf, bidderOf } from './hall.ts'
import { expectLine } from './refusal-trail.ts'
import { asUser, bearer, encrypted, openNodes, post, solveCaptcha } from './security-fixture.ts'

/*
 * Logging in over HTTP: proofs work once, nobody learns which accounts exist, and guessing is throttled. The second
 * node runs as in production.
 */

let fixture: Awaited<ReturnType<typeof openNodes>>
let url: string
const password = 'the right password'

beforeAll(async () => {
  fixture = await openNodes({ NODE_ENV: 'production', TEST_ACCOUNTS: '' })
  url = fixture.hall.http.url
})
afterAll(() => fixture.close())

async function person(
  role: 'opener' | 'bidder' | 'supervisor' | 'tenderer',
  itsPassword = password,
): Promise<string> {
  const userCode = `${role}-${crypto.randomUUID()}`
  await fixture.hall.platform.addAccount({
    userCode,
    password: itsPassword,
    role,
    name: '测试',
    unitCode: userCode,
  })
  return userCode
}

const supervisor = () => accountOf(fixture.hall, 'supervisor')

/** Logs in by account, by default with a solved puzzle. */
async function logIn(fields: Record<string, unknown>, given = password) {
  const { http } = fixture.hall
  const CaptchaToken = await solveCaptcha(http, fixture.databaseUrl)
  const body = { PwdEnc: await encrypted(http, given), CaptchaToken, ...fields }
  const answer = await post(url, calls.getOauth1.path, body)
  return { status: answer.status, ...(await answer.json()) }
}

test('a login needs the right password and a solved puzzle, as JSON or form-encoded', async () => {
  const UserCode = await person('opener')
  expect(await logIn({ UserCode: ` ${UserCode} `, EnumUserType: 2 })).toMatchObject({
    status: 200,
    role: 'opener',
    userName: UserCode,
  })
  const { http } = fixture.hall
  const PwdEnc = await encrypted(http, password)
  const CaptchaToken = await solveCaptcha(http, fixture.databaseUrl)
  const form = new URLSearchParams({
    UserCode,
    PwdEnc,
    CaptchaToken,
    EnumUserType: '2',
    GCLX: '2',
    LocationX: '',
  })
  const answer = await fetch(url + calls.getOauth1.path, { method: 'POST', body: form })
  expect(answer.status).toBe(200)
  const { token } = await answer.json()
  expect(await http.call('getLastProjectType', { token })).toEqual({ GCLX: 2 })
})

test('a solved puzzle works once on all nodes, and a picture may be tried once', async () => {
  const { http } = fixture.hall
  const UserCode = await person('opener')
  const CaptchaToken = await solveCaptcha(http, fixture.databaseUrl)
  const body = { UserCode, PwdEnc: await encrypted(http, password), CaptchaToken }
  const answers = await Promise.all(
    [url, fixture.otherUrl, url].map((node) => post(node, calls.getOauth1.path, body)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  expect(await logIn({ UserCode, CaptchaToken })).toMatchObject({ status: 400, code: 'captcha-expired' })
  expect(await logIn({ UserCode, CaptchaToken: undefined })).toMatchObject({ code: 'captcha-missing' })

  const { captchaId } = await http.call('getCaptcha')
  const x = await answerOf(fixture.databaseUrl, captchaId)
  const check = (at: number) => post(url, calls.checkCaptcha.path, { captchaId, x: at, track: slideTo(at) })
  expect(await (await check(x + 20)).json()).toMatchObject({ code: 'captcha-wrong' })
  expect(await (await check(x)).json()).toMatchObject({ code: 'captcha-expired' })
})

test('[TRL-2] an unknown account and a wrong password get the same answer, and leave a line', async () => {
  const UserCode = await person('bidder')
  const answers = []
  for (const code of [UserCode, `nobody-${UserCode}`]) {
    const { requestId: _requestId, ...answer } = await logIn({ UserCode: code }, 'a wrong password')
    answers.push(answer)
  }
  expect(answers[0]).toMatchObject({ status: 401, code: 'login-failed' })
  expect(answers[0]).toEqual(answers[1])
  const refused = { kind: 'login-refused', what: 'getOauth1', code: 'login-failed', detail: '' } as const
  const own = { account: UserCode, unit: UserCode, role: 'bidder', login: null } as const
  await expectLine(await supervisor(), { ...refused, ...own })
  // What was typed there is not repeated: it may be a password.
  await expectLine(await supervisor(), { ...refused, account: 'unknown', unit: null, role: null })
})

test('another user type than the account’s is refused, and only said to whoever knows the password', async () => {
  const UserCode = await person('opener')
  expect(await logIn({ UserCode, EnumUserType: 4 })).toMatchObject({ status: 403, code: 'wrong-user-type' })
  expect(await logIn({ UserCode, EnumUserType: 4 }, 'a guess')).toMatchObject({ code: 'login-failed' })
  const tenderer = await person('tenderer')
  expect(await logIn({ UserCode: tenderer })).toMatchObject({ status: 403, code: 'login-way-closed' })
})

test('[TRL-4] whoever only names an account and a section leaves a line of no login and no section', async () => {
  const UserCode = await person('bidder')
  const body = { UserCode, BDGuid: crypto.randomUUID() }
  expect((await post(url, calls.getOauth1.path, body)).status).toBe(400)
  const refused = { kind: 'login-refused', what: 'getOauth1', code: 'bad-request' } as const
  await expectLine(await supervisor(), { ...refused, account: UserCode, login: null, section: null })
})

test('[TRL-2] password guessing is throttled for that account only, and leaves a line', async () => {
  const [victim, other] = [await person('bidder'), await person('bidder')]
  const codes: string[] = []
  // A slow machine takes so long for each guess that some are forgiven meanwhile.
  for (let i = 0; i < 40 && !codes.includes('login-throttled'); i++)
    codes.push((await logIn({ UserCode: victim }, 'a guess')).code)
  expect(codes.slice(0, 10).every((code) => code === 'login-failed')).toBe(true)
  expect(codes.at(-1)).toBe('login-throttled')
  expect(await logIn({ UserCode: other })).toMatchObject({ status: 200 })
  const limit = { kind: 'limit', what: 'getOauth1', code: 'login-throttled' } as const
  await expectLine(await supervisor(), { ...limit, account: victim })
})

test('[ACC-11] a project type of this region is stored, any other is refused', async () => {
  const { token } = await logIn({ UserCode: await person('opener') })
  const { http } = fixture.hall
  expect(await http.call('getLastProjectType', { token })).toEqual({ GCLX: 1 })
  await http.call('editLastProjectType', { token, body: { GCLX: 2 } })
  expect(await http.call('getLastProjectType', { token })).toEqual({ GCLX: 2 })
  const wrong = await post(url, calls.editLastProjectType.path, { GCLX: 77 }, bearer(token))
  expect(wrong.status).toBe(400)
})
describe('by a challenge or a code', () => {
  test('a signed challenge works once on all nodes', async () => {
    const { http } = fixture.hall
    const { certificate } = await bidderOf(fixture.hall, fixture.authority)
    const { Token } = await http.call('CAGetCaToken')
    const body = { ...(await signChallenge(certificate.helper, Token)), EnumUserType: 5 }
    const answers = []
    for (const node of [url, fixture.otherUrl, url])
      answers.push((await post(node, calls.getOauth1.path, body)).status)
    expect(answers[0]).toBe(200)
    expect(answers.slice(1).every((status) => status >= 400 && status < 500)).toBe(true)
  })

  test('a QR code works once, and only for the browser that fetched it', async () => {
    const { http } = fixture.hall
    const { certificate } = await bidderOf(fixture.hall, fixture.authority)
    const { QRID, QRSecret } = await http.call('getLoginQr', { query: { role: 'bidder' } })
    const phone = createPhone(http, certificate.helper)
    const scanned = await phone.scan(`kaibiao:login:${QRID}`)
    if (!scanned.ok) throw new Error(scanned.error)
    expect(await phone.answer(scanned.value, 'confirm')).toMatchObject({ ok: true })
    const use = async (secret: string, node = url) =>
      (await post(node, calls.GetOauth4.path, { QRID, QRSecret: secret })).status
    expect(await use('a'.repeat(43))).toBeGreaterThanOrEqual(400)
    expect(await use(QRSecret, fixture.otherUrl)).toBe(200)
    expect(await use(QRSecret)).toBeGreaterThanOrEqual(400)
  })
})

test('[ACC-10] in production test accounts cannot log in, and the client is told so', async () => {
  const userCode = await person('opener')
  const body = { UserCode: userCode }
  expect((await post(url, calls.testLogin.path, body)).status).toBe(200)
  expect((await post(fixture.otherUrl, calls.testLogin.path, body)).status).toBe(403)
  const said = async (node: string) => (await (await fetch(node + calls.getVariant.path)).json()).testAccounts
  expect([await said(url), await said(fixture.otherUrl)]).toEqual([true, false])
  expect(await (await fetch(fixture.otherUrl + calls.getDemoAccounts.path)).json()).toEqual([])
})

test('[ACC-10] a node without test accounts ends at its start the logins that they left', async () => {
  const { token } = await (await post(url, calls.testLogin.path, { UserCode: await person('opener') })).json()
  const UserCode = await person('opener')
  const proven = (await logIn({ UserCode })).token
  expect([await asUser(url, token), await asUser(url, proven)]).toEqual([200, 200])
  const another = await fixture.startAnother()
  await expect.poll(() => asUser(url, token), { timeout: 10_000 }).toBe(401)
  expect(await asUser(url, proven)).toBe(200)
  await another.stop()
  const line = { kind: 'revoked', what: 'TEST_ACCOUNTS', code: 'login-way-closed' } as const
  await expectLine(await supervisor(), line)
})

test('[ACC-10] without a demo its published password opens no account that a demo left', async () => {
  const UserCode = await person('opener', demoPassword)
  expect(await logIn({ UserCode }, demoPassword)).toMatchObject({ status: 401, code: 'login-failed' })
  const line = { kind: 'login-refused', account: UserCode, what: 'getOauth1', code: 'login-failed' } as const
  await expectLine(await supervisor(), line)
})
