import { Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { describe, expect, it } from 'vitest'
import { type OpenBytesRequest as OpenRequest, openBytes as openBid } from '#test/seal/open-bytes.ts'
import { packBid } from './bid-package.ts'
import { digestHex } from './bytes.ts'
import { parseFileKey } from './file-key.ts'
import { createSessionKey, isSealedTo, openOuter } from './layers.ts'
import { verifyManifest } from './manifest.ts'
import { sealBid } from './seal-bid.ts'
import { edwardsCertificatePem } from './test-certificates.ts'
import { must, sealed, sealRequest, testSession } from './test-helpers.ts'

const bid = await sealed()
const { manifest } = must(await verifyManifest(bid.manifest))

const request: OpenRequest = {
  ciphertext: bid.ciphertext,
  sessionIdentity: testSession.identity,
  fileIdentity: bid.identity,
  expected: manifest,
}

async function failure(changes: Partial<OpenRequest>): Promise<string> {
  const result = await openBid({ ...request, ...changes })
  return result.ok ? 'opened' : result.error
}

/** Encrypts to each recipient in turn, innermost first; the expected hashes match. */
async function forged(plaintext: Uint8Array, ...recipients: string[][]): Promise<Partial<OpenRequest>> {
  let ciphertext = plaintext
  for (const layer of recipients) {
    const encrypter = new Encrypter()
    for (const recipient of layer) encrypter.addRecipient(recipient)
    ciphertext = await encrypter.encrypt(ciphertext)
  }
  const ciphertextHash = await digestHex(ciphertext)
  const contentCommitment = await digestHex(plaintext)
  return { ciphertext, expected: { ...request.expected, ciphertextHash, contentCommitment } }
}

describe('openBid', () => {
  it('[BID-9] returns figures and files as sealed, also with the printed file key', async () => {
    const fileIdentity = must(parseFileKey(bid.fileKey))
    const opened = must(await openBid({ ...request, fileIdentity }))
    expect(opened.figures).toEqual({ price: '1234567.80', days: '365' })
    expect(opened.documents).toEqual([{ name: '投标函.pdf', size: 3 }])
  })

  it('opens a file without a bidder’s key by the session key alone', async () => {
    const plain = must(await sealBid(await sealRequest({ encrypted: false })))
    expect(plain).toMatchObject({ fileKey: null, identity: null })
    const { manifest } = must(await verifyManifest(plain.manifest))
    expect(manifest.wrappedIdentity).toBeNull()
    const opening = { ciphertext: plain.ciphertext, expected: manifest, fileIdentity: null }
    expect(must(await openBid({ ...request, ...opening })).figures).toEqual({
      price: '1234567.80',
      days: '365',
    })
    const other = (await createSessionKey()).identity
    expect(await failure({ ...opening, sessionIdentity: other })).toBe('bad-content')
    expect(await failure({ fileIdentity: null })).toBe('bad-content')
  })

  it("calls another file's identity and malformed text a wrong key", async () => {
    expect(await failure({ fileIdentity: (await sealed()).identity })).toBe('wrong-key')
    expect(await failure({ fileIdentity: testSession.identity })).toBe('wrong-key')
    expect(await failure({ fileIdentity: 'AGE-SECRET-KEY-1NONSENSE' })).toBe('wrong-key')
    expect(await failure({ fileIdentity: '' })).toBe('wrong-key')
  })

  it('calls a cut or lengthened file damaged, whatever the key', async () => {
    const { ciphertext } = bid
    const fileIdentity = testSession.identity
    expect(await failure({ ciphertext: ciphertext.subarray(0, -1), fileIdentity })).toBe('damaged-file')
    expect(await failure({ ciphertext: new Uint8Array([...ciphertext, 0]) })).toBe('damaged-file')
    expect(await failure({ ciphertext: new Uint8Array(0) })).toBe('damaged-file')
  })

  it('calls a bid of another session or bidder bad content', async () => {
    expect(await failure({ expected: { ...manifest, sessionId: 'session-2' } })).toBe('bad-content')
    expect(await failure({ expected: { ...manifest, bidderCode: 'B02' } })).toBe('bad-content')
  })

  it('[BID-8] calls a plaintext other than the one committed to bad content', async () => {
    expect(await failure({ expected: { ...manifest, contentCommitment: '0'.repeat(64) } })).toBe(
      'bad-content',
    )
  })

  it("calls a file sealed to another session's key bad content", async () => {
    expect(await failure({ sessionIdentity: (await createSessionKey()).identity })).toBe('bad-content')
  })
})

describe('the limits of openBid', () => {
  it('calls files of another structure bad content, though their hashes match', async () => {
    const file = await identityToRecipient(bid.identity)
    const session = testSession.recipient
    const other = await identityToRecipient(await generateX25519Identity())
    const content = {
      format: 'kaibiao-bid/1' as const,
      sessionId: 'session-1',
      bidderCode: 'B01',
      kind: 'technical' as const,
      figures: {},
    }
    const plaintext = new Uint8Array(packBid(content, [], new Uint8Array(32)).flatMap((piece) => [...piece]))
    expect(await failure(await forged(plaintext, [file], [session]))).toBe('opened')
    expect(await failure(await forged(plaintext.subarray(0, 3000), [file], [session]))).toBe('bad-content')
    expect(await failure(await forged(plaintext))).toBe('bad-content')
    expect(await failure(await forged(plaintext, [session]))).toBe('bad-content')
    expect(await failure(await forged(plaintext, [file, other], [session]))).toBe('bad-content')
    expect(await failure(await forged(plaintext, [file], [session, other]))).toBe('bad-content')
  })

  it('keeps the limit of unpacked bytes', async () => {
    expect(await failure({ maxBytes: 3 })).toBe('opened')
    expect(await failure({ maxBytes: 2 })).toBe('bad-content')
  })
})

describe('the outer layer', () => {
  it('is removed with the session key alone, and contains another sealed file', async () => {
    const inner = must(await openOuter(bid.ciphertext, testSession.identity))
    expect(new TextDecoder().decode(inner.subarray(0, 21))).toBe('age-encryption.org/v1')
    expect(await openOuter(bid.ciphertext, bid.identity)).toEqual({ ok: false, error: 'bad-content' })
  })

  it('shows at submission whether a file is sealed to this session', async () => {
    expect(await isSealedTo(bid.ciphertext, testSession.identity)).toBe(true)
    expect(await isSealedTo(bid.ciphertext, (await createSessionKey()).identity)).toBe(false)
    expect(await isSealedTo(new Uint8Array(100), testSession.identity)).toBe(false)
  })
})

describe('sealBid', () => {
  it('shows nothing of the figures in the sealed file or the manifest', async () => {
    const visible = new TextDecoder('latin1').decode(bid.ciphertext) + bid.manifest + JSON.stringify(manifest)
    expect(visible).not.toContain('1234567.80')
    expect(visible).not.toContain(bid.identity)
  })

  it('has another commitment for an equal bid with another salt', async () => {
    const other = await sealed({ random: (length) => new Uint8Array(length).fill(8) })
    const otherManifest = must(await verifyManifest(other.manifest)).manifest
    expect(otherManifest.contentCommitment).not.toBe(manifest.contentCommitment)
  })

  it.each([
    ['a figure key that is no column key', { figures: { 'a b': '1' } }, 'bad-content'],
    ['an empty session id', { sessionId: '' }, 'bad-content'],
    ['a path for a file name', { files: [{ name: '../x', bytes: new Uint8Array(1) }] }, 'bad-file-name'],
    ['a path for its own name', { fileName: 'a/b' }, 'bad-file-name'],
    ['more bytes than allowed', { maxBytes: 2 }, 'too-large'],
    ['a mistyped recipient', { sessionRecipient: testSession.recipient.replace(/.$/, '') }, 'bad-recipient'],
    ['a recipient of another kind', { sessionRecipient: 'age1tag1qwerty' }, 'bad-recipient'],
  ])('refuses %s', async (_, changes, code) => {
    const result = await sealBid(await sealRequest(changes))
    expect(!result.ok && result.error.code).toBe(code)
  })

  it('refuses a certificate whose key it cannot wrap to', async () => {
    const { certificate, ...rest } = await sealRequest()
    const result = await sealBid({
      ...rest,
      certificate: { ...certificate, certificatePem: edwardsCertificatePem },
    })
    expect(!result.ok && result.error.code).toBe('unsupported-certificate')
  })

  it('lets other work run while it seals megabytes', async () => {
    let turns = 0
    let running = true
    const count = () => {
      turns += 1
      if (running) setImmediate(count)
    }
    setImmediate(count)
    const bytes = new Uint8Array(3_500_000).map((_, at) => at % 251)
    const large = await sealed({ files: [{ name: 'plan.zip', bytes }] })
    expect(turns).toBeGreaterThan(3)
    running = false
    const expected = must(await verifyManifest(large.manifest)).manifest
    const opened = must(
      await openBid({ ...request, ciphertext: large.ciphertext, fileIdentity: large.identity, expected }),
    )
    expect(opened.documents).toEqual([{ name: 'plan.zip', size: bytes.length }])
  })
})
