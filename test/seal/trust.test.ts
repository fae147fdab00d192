import { beforeAll, describe, expect, it } from 'vitest'
import { pemOf } from '#seal/certificate.ts'
import type { RevocationPolicy } from '#seal/revocation.ts'
import { checkTrust, openTrust } from '#seal/trust.ts'
import {
  type Authority,
  type AuthorityOptions,
  createAuthority,
  issueCertificate,
  issueRevocationList,
} from '#simulators/certificates/test-authority.ts'

const day = 86_400_000
const start = Date.UTC(2026, 4, 1)
const now = () => start
const authority = (options: Omit<AuthorityOptions, 'now'>) => createAuthority({ now, ...options })
const issue = (issuer: Authority, options: { validDays?: number } = {}) =>
  issueCertificate(issuer, { unitCode: '91440300MA5TEST99A', name: '测试', password: 'p', now, ...options })

let root: Authority
let middle: Authority
let lower: Authority

beforeAll(async () => {
  root = await authority({ name: 'Root', keyType: 'RSA' })
  middle = await authority({ name: 'Middle', keyType: 'SM2', issuer: root, depth: 1, validDays: 500 })
  lower = await authority({ name: 'Lower', issuer: middle, depth: 0 })
})

/** `trusted`, or why not. */
async function verdict(
  pem: string,
  known: readonly Authority[],
  { at = start, lists = [] as Uint8Array[], policy = 'listed' as RevocationPolicy } = {},
): Promise<string> {
  const certificates = known.map(({ certificatePem }) => certificatePem)
  const { trust } = await openTrust({ certificates, revocationLists: lists, policy })
  const checked = await checkTrust(pem, trust, at)
  return checked.ok ? 'trusted' : checked.error
}

describe('a path of several authorities', () => {
  it('leads to its root, over keys of three types', async () => {
    const { certificatePem } = await issue(lower)
    expect(await verdict(certificatePem, [root, middle, lower])).toBe('trusted')
  })

  it('is refused without one of its links or its root', async () => {
    const { certificatePem } = await issue(lower)
    expect(await verdict(certificatePem, [root, lower])).toBe('untrusted-issuer')
    expect(await verdict(certificatePem, [middle, lower])).toBe('untrusted-issuer')
    expect(await verdict(certificatePem, [])).toBe('untrusted-issuer')
  })

  it('is limited to the length that its authorities allow', async () => {
    const tooLow = await authority({ name: 'Too low', issuer: lower })
    const { certificatePem } = await issue(tooLow)
    expect(await verdict(certificatePem, [root, middle, lower, tooLow])).toBe('untrusted-issuer')
  })

  it('is valid only as long as its authorities', async () => {
    const { certificatePem } = await issue(lower, { validDays: 1000 })
    const known = [root, middle, lower]
    expect(await verdict(certificatePem, known, { at: start + 499 * day })).toBe('trusted')
    expect(await verdict(certificatePem, known, { at: start + 501 * day })).toBe('expired')
  })
})

describe("a holder's certificate", () => {
  it('is valid only within its period', async () => {
    const { certificatePem } = await issue(root, { validDays: 30 })
    expect(await verdict(certificatePem, [root], { at: start - 2 * day })).toBe('not-yet-valid')
    expect(await verdict(certificatePem, [root], { at: start + 29 * day })).toBe('trusted')
    expect(await verdict(certificatePem, [root], { at: start + 31 * day })).toBe('expired')
  })

  it('is not trusted by its authority’s name alone', async () => {
    const { certificatePem } = await issue(await authority({ name: 'Root', keyType: 'RSA' }))
    expect(await verdict(certificatePem, [root])).toBe('untrusted-issuer')
  })

  it('cannot issue certificates', async () => {
    const holder = await issue(root)
    const asAuthority = { certificatePem: holder.certificatePem, privateKey: root.privateKey }
    expect(await verdict(holder.certificatePem, [asAuthority])).toBe('untrusted-issuer')
  })

  it('is not an authority’s', async () => {
    expect(await verdict(lower.certificatePem, [root, middle])).toBe('wrong-use')
    expect(await verdict(root.certificatePem, [root])).not.toBe('trusted')
  })

  it('is refused once a byte of it is changed', async () => {
    const der = Buffer.from((await issue(root)).certificatePem.replace(/-----.*-----/g, ''), 'base64')
    for (let at = 10; at < der.length; at += 37) {
      const changed = Uint8Array.from(der)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(await verdict(pemOf(changed), [root]), `byte ${at}`).not.toBe('trusted')
    }
  })
})

describe('revocation lists', () => {
  const revoke = (issuer: Authority, revoked: string[], at = start) =>
    issueRevocationList(issuer, { revoked, now: () => at, validDays: 7 })

  it('revoke what they name, and nothing else', async () => {
    const [one, other] = [await issue(root), await issue(root)]
    const lists = [await revoke(root, [one.certificatePem])]
    expect(await verdict(one.certificatePem, [root], { lists })).toBe('revoked')
    expect(await verdict(other.certificatePem, [root], { lists })).toBe('trusted')
  })

  it('apply to every certificate of the authority that signed them', async () => {
    const renewed = await authority({ name: 'Root', renews: root })
    const { certificatePem } = await issue(root)
    const lists = [await revoke(root, [certificatePem])]
    expect(await verdict(certificatePem, [root, renewed], { lists })).toBe('revoked')
    expect(await verdict(certificatePem, [renewed, root], { lists })).toBe('revoked')
  })

  it('apply to certificates below a revoked authority', async () => {
    const lists = [await revoke(middle, [lower.certificatePem])]
    const { certificatePem } = await issue(lower)
    expect(await verdict(certificatePem, [root, middle, lower], { lists })).toBe('revoked')
  })

  it('apply from their effective time', async () => {
    const { certificatePem } = await issue(root)
    const lists = [await revoke(root, [certificatePem], start + 2 * day), await revoke(root, [])]
    expect(await verdict(certificatePem, [root], { lists, at: start + day })).toBe('trusted')
    expect(await verdict(certificatePem, [root], { lists, at: start + 3 * day })).toBe('revoked')
  })

  it('signed by another authority are ignored', async () => {
    const { certificatePem } = await issue(root)
    const impostor = await authority({ name: 'Root', keyType: 'RSA' })
    const lists = [await revoke(impostor, [certificatePem])]
    expect(await verdict(certificatePem, [root], { lists })).toBe('trusted')
  })

  it.each([
    ['listed', 'revocation-unknown', 'trusted'],
    ['required', 'revocation-unknown', 'revocation-unknown'],
    ['lenient', 'trusted', 'trusted'],
  ] as const)('are handled by the policy when stale or missing: %s', async (policy, stale, missing) => {
    const { certificatePem } = await issue(root)
    const lists = [await revoke(root, [])]
    expect(await verdict(certificatePem, [root], { policy, lists, at: start + 6 * day })).toBe('trusted')
    expect(await verdict(certificatePem, [root], { policy, lists, at: start + 8 * day })).toBe(stale)
    expect(await verdict(certificatePem, [root], { policy })).toBe(missing)
  })

  it('keep revoking when stale, whatever the policy', async () => {
    const { certificatePem } = await issue(root)
    const lists = [await revoke(root, [certificatePem])]
    for (const policy of ['listed', 'required', 'lenient'] as const) {
      expect(await verdict(certificatePem, [root], { policy, lists, at: start + 8 * day })).toBe('revoked')
    }
  })
})

it('invalid authorities and lists are counted as rejected', async () => {
  const holder = await issue(root)
  const { rejected } = await openTrust({
    certificates: [root.certificatePem, holder.certificatePem, 'hello'],
    revocationLists: [await issueRevocationList(lower, { revoked: [], now }), new Uint8Array(5)],
    policy: 'listed',
  })
  expect(rejected).toEqual({ certificates: 2, revocationLists: 2 })
})
