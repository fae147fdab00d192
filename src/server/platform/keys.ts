import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { JSONWebKeySet, JWK } from 'jose'
import { z } from 'zod'
import type { SigningAlgorithm } from '#protocol/signed-call.ts'

/** A private key and its signature algorithm. */
export interface SigningKey {
  readonly privateKey: KeyObject
  readonly algorithm: SigningAlgorithm
}

/** A PKCS#8 private key in PEM for signing. Throws on other kinds of keys than Ed25519 and P-256. */
export function signingKey(pem: string): SigningKey {
  const privateKey = createPrivateKey(pem)
  return { privateKey, algorithm: algorithmOf(createPublicKey(privateKey).export({ format: 'jwk' })) }
}

/** A new Ed25519 key: PKCS#8 and SPKI in PEM. */
export function newKeyPair(): { readonly privatePem: string; readonly publicPem: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }
}

/**
 * The platform's public keys from its key file: one key in PEM (SPKI) or as a JWK, or several as a JWK Set, so that
 * keys can be changed without interruption. The error's message is for the operator.
 */
export function readPublicKeys(text: string): JSONWebKeySet {
  if (text.includes('PRIVATE KEY')) throw new Error('is a private key; the public one is wanted')
  const keys = text.trimStart().startsWith('{') ? readJwks(text) : [jwkOfPem(text)]
  for (const key of keys) {
    if (key.d !== undefined) throw new Error('is a private key; the public one is wanted')
    algorithmOf(key)
  }
  return { keys }
}

const jwkSchema = z.looseObject({ kty: z.string() })
const jwksSchema = z.union([z.looseObject({ keys: z.array(jwkSchema).min(1) }), jwkSchema])

function readJwks(text: string): JWK[] {
  const parsed = jwksSchema.safeParse(parseJson(text))
  if (!parsed.success) throw new Error('is neither PEM nor a JWK nor a JWK Set')
  return 'keys' in parsed.data ? (parsed.data.keys as JWK[]) : [parsed.data as JWK]
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function jwkOfPem(pem: string): JWK {
  try {
    return createPublicKey(pem).export({ format: 'jwk' }) as JWK
  } catch {
    throw new Error('is neither PEM nor a JWK nor a JWK Set')
  }
}

function algorithmOf({ kty, crv }: { kty?: string | undefined; crv?: string | undefined }): SigningAlgorithm {
  if (kty === 'OKP' && crv === 'Ed25519') return 'EdDSA'
  if (kty === 'EC' && crv === 'P-256') return 'ES256'
  throw new Error('must be an Ed25519 or a P-256 key')
}

/** Where a demo keeps the platform's key pair: `private.pem` for the simulated platform, `public.pem` for the hall. */
export function demoKeyFolder(dataDir: string): string {
  return join(dataDir, 'platform')
}

/** Creates the demo's key pair the first time; answers the path of the public key. */
async function ensureDemoKeys(dataDir: string): Promise<string> {
  const folder = demoKeyFolder(dataDir)
  const publicFile = join(folder, 'public.pem')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const pair = newKeyPair()
  try {
    await writeFile(join(folder, 'private.pem'), pair.privatePem, { flag: 'wx', mode: 0o600 })
    await writeFile(publicFile, pair.publicPem)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return publicFile
}

/**
 * The platform's public keys: from the file of PLATFORM_KEY, in a demo from its own key pair. Without keys every call
 * of a platform is refused.
 */
export async function loadPlatformKeys(settings: {
  readonly platformKey: string | null
  readonly demo: boolean
  readonly dataDir: string
}): Promise<JSONWebKeySet> {
  const file = settings.platformKey ?? (settings.demo ? await ensureDemoKeys(settings.dataDir) : null)
  if (file === null) return { keys: [] }
  try {
    return readPublicKeys(await readFile(file, 'utf8'))
  } catch (error) {
    throw new Error(`PLATFORM_KEY: ${file} ${error instanceof Error ? error.message : String(error)}`)
  }
}
