import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { base64url } from 'jose'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { utf8 } from '#seal/bytes.ts'
import { derBase64Of } from '#seal/certificate.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import { signChallenge } from '#seal/login-challenge.ts'
import { createAccounts } from '#server/auth/accounts.ts'
import { createCertificateChallenge } from '#server/auth/certificate-challenge.ts'
import { type CertificateLogin, certificateLogin, licenceLogin } from '#server/auth/certificate-login.ts'
import { createPasswords } from '#server/auth/password.ts'
import { createSingleUse } from '#server/auth/single-use.ts'
import { createTrustStore } from '#server/auth/trust-store.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import type { Marks } from '#server/secrets/marks.ts'
import { readSettings, type Settings } from '#server/settings.ts'
import {
  type Authority,
  createAuthority,
  issueCertificate,
  issueRevocationList,
} from '#simulators/certificates/test-authority.ts'
import { hasOpenssl, opensslWith } from '#test/seal/openssl.ts'
import { freshDatabase } from '#test/support/pg-database.ts'
import { testPepper, testSecrets } from '#test/support/test-secrets.ts'

const unitCode = '91440300MA5TEST99A'
const bidderType = 5
const logger = pino({ level: 'silent' })
const folder = mkdtempSync(join(tmpdir(), 'kaibiao-trust-'))
const rootFile = join(folder, 'roots.pem')
const listFile = join(folder, 'lists.crl')

let drop: () => Promise<void>
let database: Database
let marks: Marks
let authority: Authority
let holder: CertificateHelper
let late = 0
const clock = () => Date.now() + late

beforeAll(async () => {
  const fresh = await freshDatabase()
  drop = fresh.drop
  database = await openDatabase(fresh.url)
  marks = (await testSecrets(database)).marks
  authority = await createAuthority({ now: Date.now })
  writeFileSync(rootFile, authority.certificatePem)
  holder = await issue()
  const accounts = createAccounts(database, createPasswords(randomBytes, testPepper), marks)
  for (const role of ['bidder', 'opener'] as const) {
    await accounts.add({ userCode: `${role}-1`, password: 'a password', role, name: '测试', unitCode })
  }
})
afterAll(async () => {
  await database.close()
  await drop()
  rmSync(folder, { recursive: true })
})

async function issue(changes: { unitCode?: string; validDays?: number; by?: Authority } = {}) {
  const { by = authority, ...options } = changes
  const fixed = { unitCode, name: '测试单位', password: 'p', now: Date.now }
  return (await issueCertificate(by, { ...fixed, ...options })).helper
}

function settingsWith(environment: Record<string, string>): Settings {
  const settings = readSettings({ DATA_DIR: folder, DEMO: '0', ...environment })
  if (!settings.ok) throw new Error(settings.error)
  return settings.value
}

/** A node: the parts of the server that a certificate login needs. */
async function node(environment: Record<string, string> = {}) {
  const settings = settingsWith({ TRUST_ROOTS: rootFile, VARIANT: 'full', ...environment })
  return {
    settings,
    accounts: createAccounts(database, createPasswords(randomBytes, testPepper), marks),
    certificateChallenge: createCertificateChallenge(
      createSingleUse(database, marks, clock),
      clock,
      randomBytes,
    ),
    trust: await createTrustStore(settings, clock, logger),
  }
}

type Node = Awaited<ReturnType<typeof node>>

async function signed(at: Node, helper = holder): Promise<CertificateLogin> {
  const { Token } = await at.certificateChallenge.issue()
  return { UserCode: '', EnumUserType: bidderType, ...(await signChallenge(helper, Token)) }
}

/** The account's code, or the refusal's. */
async function outcome(at: Node, body: CertificateLogin, logIn = certificateLogin): Promise<string> {
  const result = await logIn(at, body)
  return result.ok ? result.value.account.userCode : result.error.code
}

test('a login by certificate opens the account of the certificate’s unit, in the requested role', async () => {
  const at = await node()
  expect(await outcome(at, await signed(at))).toBe('bidder-1')
  expect(await outcome(at, { ...(await signed(at)), EnumUserType: 3 })).toBe('opener-1')
  expect(await outcome(at, { ...(await signed(at)), EnumUserType: 9 })).toBe('wrong-user-type')
  expect(await outcome(at, { ...(await signed(at)), EnumUserType: undefined })).toBe('wrong-user-type')
})

test('a login by certificate finds the account among the roles that share a user type', async () => {
  const at = await node()
  const { certificateLogin: types, licenceLogin: licences } = at.settings.variant.userTypes
  expect([types.agency, licences.agency]).toEqual([types.tenderer, licences.tenderer])
  const owner = await issue({ unitCode: '91440300MA5OWNER9C' })
  const fields = { password: 'a password', name: '招标人', unitCode: '91440300MA5OWNER9C' }
  await at.accounts.add({ ...fields, userCode: 'tenderer-1', role: 'tenderer' })
  const body = async (EnumUserType = 0) => ({ ...(await signed(at, owner)), EnumUserType })
  expect(await outcome(at, await body(types.tenderer))).toBe('tenderer-1')
  expect(await outcome(at, await body(licences.tenderer), licenceLogin)).toBe('tenderer-1')
  expect(await outcome(at, await body(types.opener))).toBe('certificate-unknown')
})

test('[ACC-4] a signed challenge works once on all nodes, and only for five minutes', async () => {
  const [one, other] = [await node(), await node()]
  const body = await signed(one)
  expect(await outcome(other, body)).toBe('bidder-1')
  expect(await outcome(other, body)).toBe('challenge-invalid')
  expect(await outcome(one, body)).toBe('challenge-invalid')
  const old = await signed(one)
  late = 301_000
  expect(await outcome(one, old)).toBe('challenge-invalid')
  late = 0
})

test('of two simultaneous logins with one signature, one succeeds', async () => {
  const at = await node()
  const body = await signed(at)
  const outcomes = await Promise.all([outcome(at, body), outcome(at, body), outcome(at, body)])
  expect(outcomes.sort()).toEqual(['bidder-1', 'challenge-invalid', 'challenge-invalid'])
})

test('a challenge that the server did not issue is refused', async () => {
  const at = await node()
  const Token = `kaibiao-login/1.${base64url.encode(randomBytes(32))}`
  const body = { UserCode: '', EnumUserType: bidderType, ...(await signChallenge(holder, Token)) }
  expect(await outcome(at, body)).toBe('challenge-invalid')
})

test('[ACC-4] only the certificate’s key may sign, and only over this challenge', async () => {
  const at = await node()
  const thief = await issue()
  const theirs = await signed(at, thief)
  const own = derBase64Of(holder.certificatePem)
  expect(await outcome(at, { ...theirs, CertBase64: own })).toBe('certificate-signature-wrong')
  const [first, second] = [await signed(at), await signed(at)]
  const swapped = { ...first, SignedString: second.SignedString }
  expect(await outcome(at, swapped)).toBe('certificate-signature-wrong')
  expect(await outcome(at, { ...(await signed(at)), CertBase64: 'AAAA' })).toBe('malformed-certificate')
})

test('a certificate of another authority is refused, even one with the same name', async () => {
  const at = await node()
  const foreign = await issue({ by: await createAuthority({ now: Date.now }) })
  expect(await outcome(at, await signed(at, foreign))).toBe('certificate-untrusted')
})

test('[ACC-4] an expired certificate is refused', async () => {
  const at = await node()
  const brief = await issue({ validDays: 1 })
  late = 2 * 86_400_000
  expect(await outcome(at, await signed(at, brief))).toBe('certificate-expired')
  late = 0
})

test('[ACC-4] a login is refused for another unit, a unit without account, and another unit’s account', async () => {
  const at = await node()
  const claimed = { ...(await signed(at)), UserQiYeCode: '91440300MA5OTHER9B' }
  expect(await outcome(at, claimed)).toBe('certificate-wrong-unit')
  const stranger = await issue({ unitCode: '91440300MA5OTHER9B' })
  expect(await outcome(at, await signed(at, stranger))).toBe('certificate-unknown')
  const taken = { ...(await signed(at, stranger)), UserCode: 'bidder-1' }
  expect(await outcome(at, taken)).toBe('certificate-wrong-unit')
  const wrongRole = { ...(await signed(at)), UserCode: 'opener-1' }
  expect(await outcome(at, wrongRole)).toBe('certificate-wrong-unit')
})

test('[ACC-8] a login by certificate is refused to roles to which the variant does not offer it', async () => {
  const at = await node({ VARIANT: 'standard' })
  expect(await outcome(at, await signed(at), licenceLogin)).toBe('login-way-closed')
})

test('[ACC-5] a login by electronic business licence has user types of its own', async () => {
  const at = await node()
  const { licenceLogin: types } = at.settings.variant.userTypes
  const body = { ...(await signed(at)), EnumUserType: types.bidder }
  expect(await outcome(at, body, licenceLogin)).toBe('bidder-1')
  const other = { ...(await signed(at)), EnumUserType: 4 }
  expect(await outcome(at, other, licenceLogin)).toBe('wrong-user-type')
})
describe('the trusted authorities', () => {
  test('are reloaded when a revocation list arrives, without a restart', async () => {
    const at = await node({ REVOCATION_LISTS: listFile })
    const other = await issue()
    expect(await outcome(at, await signed(at))).toBe('bidder-1')
    const revoked = [holder.certificatePem]
    writeFileSync(listFile, await issueRevocationList(authority, { revoked, now: () => Date.now() - 1000 }))
    late = 3000
    expect(await outcome(at, await signed(at))).toBe('certificate-revoked')
    expect(await outcome(at, await signed(at, other))).toBe('bidder-1')
    late = 8 * 86_400_000
    expect(await outcome(at, await signed(at, other))).toBe('certificate-status-unknown')
    late = 0
  })

  test('must contain a root when they are configured', async () => {
    const nothing = settingsWith({ TRUST_ROOTS: join(folder, 'none.pem') })
    await expect(createTrustStore(nothing, clock, logger)).rejects.toThrow('TRUST_ROOTS: no root certificate')
  })

  test('allow no certificate login when none is configured, and enrolled certificates are not checked', async () => {
    const at = await node({ TRUST_ROOTS: '' })
    expect(await outcome(at, await signed(at))).toBe('certificate-untrusted')
    expect((await at.trust.checkEnrolled(holder.certificatePem)).ok).toBe(true)
    const strict = await node()
    const foreign = await issue({ by: await createAuthority({ now: Date.now }) })
    expect((await strict.trust.checkEnrolled(holder.certificatePem)).ok).toBe(true)
    expect((await strict.trust.checkEnrolled(foreign.certificatePem)).ok).toBe(false)
  })
})

describe.skipIf(!hasOpenssl).each(['P-256', 'RSA', 'SM2'] as const)(
  'with the openssl command (needs OpenSSL 3) and %s keys',
  (keyType) => {
    const openssl = opensslWith(keyType)
    afterAll(openssl.remove)

    test('a challenge that OpenSSL signed is accepted', async () => {
      const roots = join(folder, `${keyType}.pem`)
      writeFileSync(roots, openssl.newAuthority())
      const CertBase64 = derBase64Of(openssl.newHolder('holder', unitCode))
      const at = await node({ TRUST_ROOTS: roots })
      const { Token } = await at.certificateChallenge.issue()
      const SignedString = Buffer.from(openssl.sign('holder', utf8(Token))).toString('base64')
      const body = { UserCode: '', EnumUserType: bidderType, Token, SignedString, CertBase64 }
      expect(await outcome(at, body)).toBe('bidder-1')
      expect(await outcome(at, { ...body, ...(await at.certificateChallenge.issue()) })).toBe(
        'certificate-signature-wrong',
      )
    })
  },
)
