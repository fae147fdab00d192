import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { accessCalls } from '#protocol/calls/access.ts'
import { readCertificate } from '#seal/certificate.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import { softwareCertificate } from '#seal/software-certificate.ts'
import { httpClient } from '../client/http-client.ts'
import { type Credentials, enterSession, logIn } from '../client/session-client.ts'
import { takePart } from '../participants/bidder.ts'
import { pauses } from '../participants/pauses.ts'
import { accountsFile } from './seed.ts'

const lookMilliseconds = 500
/** How long a simulated bidder waits for a human opener, in milliseconds. */
const timeoutMs = 6 * 3_600_000

/**
 * Watches for requests to let simulated bidders take part in a section: they enter one at a time, open their bids,
 * confirm and sign, with short pauses. Bidders who are already present are left out. Runs until the signal.
 */
export async function watchJoins(options: {
  url: string
  dataDir: string
  signal: AbortSignal
}): Promise<void> {
  const { url, dataDir, signal } = options
  const folder = join(dataDir, 'demo/join')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const playing = new Set<string>()
  while (!signal.aborted) {
    for (const session of readdirSync(folder)) {
      if (playing.has(session)) continue
      playing.add(session)
      // The note stays until the opening has ended, so that a restarted demo continues.
      void joinBidders(url, dataDir, session)
        .then(() => rmSync(join(folder, session), { force: true }))
        .catch((error: unknown) => console.error(`Simulated bidders of ${session}: ${String(error)}`))
        .finally(() => playing.delete(session))
    }
    await sleep(lookMilliseconds)
  }
}

async function joinBidders(url: string, dataDir: string, session: string): Promise<void> {
  const note = join(dataDir, 'demo/join', session)
  const taken = readFileSync(note, 'utf8').split('\n').filter(Boolean)
  const codes = taken.length > 0 ? taken : await absentBidders(url, dataDir, session)
  writeFileSync(note, codes.join('\n'), { mode: 0o600 })
  const bidders = (await readBidders(dataDir)).filter(({ unitCode }) => codes.includes(unitCode))
  const results = await Promise.allSettled(
    bidders.map(async (bidder, index) => {
      await sleep(400 * (index + 1))
      await play(url, session, bidder)
    }),
  )
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

/** Unit codes of bidders who submitted a bid and are absent, as the opener sees them. */
async function absentBidders(url: string, dataDir: string, session: string): Promise<string[]> {
  const opener = readAccounts(dataDir).find(({ role }) => role === 'opener')
  if (!opener) return []
  const account = await logIn(httpClient({ url }), opener)
  const participant = await enterSession(account, session)
  const files = await participant.call('GetTouBiaoRenList')
  participant.close()
  return files
    .filter(({ status, loginType }) => status !== 'none' && loginType === 0)
    .map((file) => file.entprsCode)
}

async function play(url: string, session: string, bidder: DemoIdentity): Promise<void> {
  const participant = await enterSession(await logIn(httpClient({ url }), bidder), session, { timeoutMs })
  try {
    const part = { certificate: bidder.certificate, fileKeys: null, figures: null } as const
    await takePart(participant, { ...part, pause: pauses(1), road: 'socket' })
  } finally {
    participant.close()
  }
}

interface DemoIdentity extends Credentials {
  readonly unitCode: string
  readonly certificate: CertificateHelper
}

/** The demo's bidders, from the files that seeding wrote. */
async function readBidders(dataDir: string): Promise<DemoIdentity[]> {
  const bidders = readAccounts(dataDir).filter(({ role }) => role === 'bidder')
  return Promise.all(
    bidders.map(async ({ userCode, password, certificate }) => {
      const p12 = readFileSync(join(dataDir, 'demo', `${userCode}.p12`))
      const opened = await softwareCertificate(p12, certificate?.password ?? '')
      const info = opened.ok ? readCertificate(opened.value.certificatePem) : opened
      if (!opened.ok || !info.ok || info.value.unitCode === null)
        throw new Error(`${userCode}.p12 cannot be read`)
      return { userCode, password, unitCode: info.value.unitCode, certificate: opened.value }
    }),
  )
}

function readAccounts(dataDir: string) {
  const file = accountsFile(dataDir)
  if (!existsSync(file)) return []
  return accessCalls.getDemoAccounts.response.parse(JSON.parse(readFileSync(file, 'utf8')))
}
