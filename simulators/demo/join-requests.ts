import { existsSync, readdirSync, readFileSync } from 'node:fs'
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
import { forgetJoin, joinFolder, joinsIn } from './join-notes.ts'
import { accountsFile } from './seed.ts'

const lookMilliseconds = 500
const betweenEntriesMs = 400
/** How long a simulated bidder waits for a human opener, in milliseconds. */
const timeoutMs = 6 * 3_600_000

/**
 * Watches for requests to let simulated bidders take part in a section: they enter one at a time, open their bids,
 * confirm and sign, with short pauses. Runs until the signal.
 */
export async function watchJoins(options: {
  url: string
  dataDir: string
  signal: AbortSignal
}): Promise<void> {
  const { url, dataDir, signal } = options
  const folder = joinFolder(dataDir)
  const playing = new Set<string>()

  async function playOne(session: string, code: string, index: number): Promise<void> {
    const key = `${session} ${code}`
    if (playing.has(key)) return
    playing.add(key)
    try {
      await sleep(betweenEntriesMs * (index + 1))
      const bidder = (await readBidders(dataDir)).find(({ unitCode }) => unitCode === code)
      if (bidder) await play(url, session, bidder)
      forgetJoin(dataDir, session, code)
    } catch (error) {
      console.error(`A simulated bidder of ${session}: ${String(error)}`)
    } finally {
      playing.delete(key)
    }
  }

  while (!signal.aborted) {
    for (const session of readdirSync(folder)) {
      for (const [index, code] of joinsIn(dataDir, session).entries()) void playOne(session, code, index)
    }
    await sleep(lookMilliseconds)
  }
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
