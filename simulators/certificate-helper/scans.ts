import { QRCodeSVG } from 'qrcode.react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Clock, Random } from '#lib/ports.ts'
import type { HelperAnswer } from '#protocol/certificate-helper.ts'
import { derBase64Of } from '#seal/certificate.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'

/** A task for a phone's certificate. `certificate`: the required one in base64; any when empty. */
export interface ScanTask {
  readonly kind: 'login' | 'sign' | 'decrypt'
  readonly certificate: string
  perform(helper: CertificateHelper): Promise<string>
}

interface Scan extends ScanTask {
  readonly expiresAt: number
  status: 0 | 1 | 2
  declined: boolean
  result: { Data: string; CertInfo: string } | null
}

const lifetime = 120_000
const interval = 1000

/** The codes that wait for a phone with a certificate. `address`: where the phone answers. */
export function createScans(address: string, clock: Clock, random: Random) {
  const scans = new Map<string, Scan>()

  function show(task: ScanTask): HelperAnswer<'scan_login'> {
    for (const [id, { expiresAt }] of scans) if (expiresAt < clock()) scans.delete(id)
    const QRID = Buffer.from(random(16)).toString('base64url')
    const expiresAt = clock() + lifetime
    scans.set(QRID, { ...task, expiresAt, status: 0, declined: false, result: null })
    return {
      QRID,
      QRImageBsae64: picture(`${address}/phone/${QRID}`),
      QRExpireTime: new Date(expiresAt).toISOString(),
      QRIntervalTime: interval,
    }
  }

  function find(id: string, kind?: ScanTask['kind']): Scan | null {
    const scan = scans.get(id)
    return scan && scan.expiresAt >= clock() && (!kind || scan.kind === kind) ? scan : null
  }

  /** The result of a code; a finished one is returned once. */
  function result(
    id: string,
    kind: ScanTask['kind'],
  ): HelperAnswer<'scan_loginresult'> | 'unknown-code' | 'declined' {
    const scan = find(id, kind)
    if (!scan) return 'unknown-code'
    if (scan.declined || scan.result) scans.delete(id)
    if (scan.declined) return 'declined'
    return { QRCodeStatus: scan.status, ...scan.result }
  }

  /** The phone scans a code; returns its purpose, or null. */
  function scan(id: string): ScanTask['kind'] | null {
    const found = find(id)
    if (found?.status === 0) found.status = 1
    return found?.kind ?? null
  }

  /** The phone performs the task with its certificate; null declines. */
  async function answer(
    id: string,
    helper: CertificateHelper | null,
  ): Promise<'done' | 'unknown-code' | 'failed'> {
    const found = find(id)
    if (!found || found.result) return 'unknown-code'
    if (!helper) {
      found.declined = true
      return 'done'
    }
    const CertInfo = derBase64Of(helper.certificatePem)
    if (found.certificate !== '' && found.certificate !== CertInfo) return 'failed'
    const Data = await found.perform(helper).catch(() => null)
    if (Data === null) return 'failed'
    found.result = { Data, CertInfo }
    found.status = 2
    return 'done'
  }

  return { show, result, scan, answer }
}

export type Scans = ReturnType<typeof createScans>

function picture(content: string): string {
  const svg = renderToStaticMarkup(
    createElement(QRCodeSVG, {
      value: content,
      size: 240,
      marginSize: 4,
      xmlns: 'http://www.w3.org/2000/svg',
    }),
  )
  return Buffer.from(svg).toString('base64')
}
