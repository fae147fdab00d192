import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signChallenge } from '#seal/login-challenge.ts'
import {
  type Authority,
  issueCertificate,
  issueRevocationList,
} from '#simulators/certificates/test-authority.ts'
import { creditCode } from '#simulators/fixtures/personal-data.ts'
import { randomBytes } from '#simulators/fixtures/random-bytes.ts'
import { createPhone } from '#simulators/phone/phone.ts'
import { standard } from '#variants/standard.ts'
import { accountOf, type Hall, openHall, publishFor, testAuthority } from './hall.ts'
import { expectLine, exportedTrail } from './refusal-trail.ts'
import { codeOf } from './refusals.ts'
import { asUser, inSection, openSocket, testLogin } from './security-fixture.ts'

/* Users whose certificate is revoked while they are logged in. */

const folder = mkdtempSync(join(tmpdir(), 'kaibiao-revoked-'))
const lists = join(folder, 'lists.crl')
let authority: Authority
let hall: Hall

beforeAll(async () => {
  authority = await testAuthority()
  const roots = join(folder, 'roots.pem')
  writeFileSync(roots, authority.certificatePem)
  hall = await openHall({ environment: { TRUST_ROOTS: roots, REVOCATION_LISTS: lists } })
})
afterAll(async () => {
  await hall.close()
  rmSync(folder, { recursive: true })
})

async function bidder() {
  const unitCode = creditCode(randomBytes)
  const person = { unitCode, name: '测试投标人', password: 'a password' }
  await hall.platform.addAccount({ ...person, userCode: unitCode, role: 'bidder' })
  return { unitCode, name: person.name, ...(await issueCertificate(authority, { ...person, now: Date.now })) }
}

type Bidder = Awaited<ReturnType<typeof bidder>>

async function byCertificate({ helper }: Bidder) {
  const { Token } = await hall.http.call('CAGetCaToken')
  const signed = await signChallenge(helper, Token)
  const EnumUserType = standard.userTypes.certificateLogin.bidder
  return hall.http.call('getOauth1', { body: { UserCode: '', EnumUserType, ...signed } })
}

async function byPhone({ helper }: Bidder) {
  const { QRID, QRSecret } = await hall.http.call('getLoginQr', { query: { role: 'bidder' } })
  const phone = createPhone(hall.http, helper)
  const scanned = await phone.scan(`kaibiao:login:${QRID}`)
  if (!scanned.ok) throw new Error('the code could not be scanned')
  await phone.answer(scanned.value, 'confirm')
  return hall.http.call('GetOauth4', { body: { QRID, QRSecret } })
}

test('[TRL-2] a revocation list ends only the logins by its certificates, with their sockets, and leaves lines', async () => {
  const [revoked, other] = [await bidder(), await bidder()]
  const { session, opensAt } = await publishFor(hall, [], 60)
  for (const { unitCode, name, certificatePem } of [revoked, other]) {
    await hall.platform.enrolBidder(session, { unitCode, name, certificatePem })
  }
  const theirs = [await byCertificate(revoked), await byPhone(revoked)]
  const others = [await byCertificate(other), await testLogin(hall.http, revoked.unitCode)]
  const body = { bidProjGuid: session, dbGuid: session }
  await hall.clock.leapTo(opensAt)
  const enter = async (token: string) => {
    const { oauth2 } = await hall.http.call('getProjectAuthorization', { token, body })
    return { oauth2, socket: await openSocket(hall.http.url, oauth2) }
  }
  const entered = await Promise.all([...theirs, ...others].map(({ token }) => enter(token)))
  expect(entered.map(({ socket }) => socket.answer)).toEqual(Array(4).fill('connected'))

  const list = { revoked: [revoked.certificatePem], now: () => Date.now() - 1000 }
  writeFileSync(lists, await issueRevocationList(authority, list))
  await Promise.all(entered.slice(0, 2).map(({ socket }) => socket.ended))
  const statuses = [...theirs, ...others].map(({ token }) => asUser(hall.http.url, token))
  expect(await Promise.all(statuses)).toEqual([401, 401, 200, 200])
  const sections = entered.map(({ oauth2 }) => inSection(hall.http.url, oauth2))
  expect(await Promise.all(sections)).toEqual([401, 401, 200, 200])
  for (const { socket } of entered) socket.close()

  const supervisor = await accountOf(hall, 'supervisor')
  const what = 'REVOCATION_LISTS'
  const ended = (await exportedTrail(supervisor)).filter(
    (line) => line.what === what && line.kind === 'revoked',
  )
  expect(ended.map(({ login }) => login).sort()).toEqual(
    theirs.map(({ refreshToken }) => refreshToken.split('.')[0]).sort(),
  )
  for (const line of ended)
    expect(line).toMatchObject({ account: revoked.unitCode, code: 'certificate-revoked', role: 'bidder' })
  expect(await codeOf(byCertificate(revoked))).toBe('certificate-revoked')
  const refused = { kind: 'login-refused', what: 'getOauth1', code: 'certificate-revoked' } as const
  await expectLine(supervisor, refused)
})
