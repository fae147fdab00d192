import { timingSafeEqual } from 'node:crypto'
import { utf8 } from '#seal/bytes.ts'
import { derBase64Of } from '#seal/certificate.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'

/** A plugged-in certificate and its PIN. */
export interface PluggedKey {
  readonly helper: CertificateHelper
  readonly pin: string
}

/** Wrong PINs in a row that lock a key until the helper is restarted. */
const mostTries = 5

/** The plugged-in keys; `use` unlocks one with its PIN, like a USB key. */
export function createKeys(plugged: readonly PluggedKey[]) {
  const keys = plugged.map((key, index) => ({ id: `key-${index + 1}`, ...key, wrong: 0 }))

  function list() {
    return keys.map(({ id, helper }) => ({ id, certificate: derBase64Of(helper.certificatePem) }))
  }

  function use(id: string, pin: string): CertificateHelper | 'unknown-certificate' | 'wrong-pin' | 'locked' {
    const key = keys.find((candidate) => candidate.id === id)
    if (!key) return 'unknown-certificate'
    if (key.wrong >= mostTries) return 'locked'
    if (!isEqual(key.pin, pin)) {
      key.wrong += 1
      return key.wrong >= mostTries ? 'locked' : 'wrong-pin'
    }
    key.wrong = 0
    return key.helper
  }

  return { list, use }
}

export type Keys = ReturnType<typeof createKeys>

function isEqual(one: string, other: string): boolean {
  const [a, b] = [utf8(one), utf8(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
