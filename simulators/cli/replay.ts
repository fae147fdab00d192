import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Authority, createAuthority } from '../certificates/test-authority.ts'
import { httpClient } from '../client/http-client.ts'
import { freePort, startServer, temporaryData } from '../fixtures/server-process.ts'
import { pauses } from '../participants/pauses.ts'
import { createPlatformClient } from '../platform/client.ts'
import { platformKeyFor } from '../platform/key-file.ts'
import { readOpenings } from '../replay/recorded-openings.ts'
import { type SimulationReport, simulate } from '../replay/replay-openings.ts'

/** Concurrent openings. More only queue up at the server (measured on two cores). */
const defaultLanes = 16

export const replayUsage = `npm run simulate -- --openings FILE [--limit N] [--url URL] [--speed X] [--lanes N] [--json]
  --openings  file with real openings, one JSON object a line (test/fixtures/world-bank-openings.jsonl)
  --limit     only the first N
  --url       a running server with test accounts; by default one is started and stopped
  --platform-key  file with the trading platform's private key for that server
  --envelopes 2: double-envelope flow with the prices in the second; none may be visible before its announcement
  --speed     people's pauses, X times as fast as in life; no pauses unless given
  --lanes     concurrent openings (${defaultLanes})
  --json      ends with one line {"openings":…,"bids":…,"mismatches":…,"failures":…,"seconds":…}`

/** Replays recorded openings and compares the results; the exit code is 1 when any differs or fails. */
export async function replayCommand(args: string[]): Promise<void> {
  const options = readOptions(args)
  const openings = readOpenings(options.file, options.limit)
  const data = options.url ? null : temporaryData()
  const own = data && platformKeyFor(data.folder)
  const authority = own ? await createAuthority({ now: Date.now }) : null
  const server =
    own && authority && (await startServer(await trusting(authority, data.folder, own.environment)))
  const url = server?.url ?? options.url ?? ''
  const stop = async () => {
    await server?.stop()
    data?.remove()
  }
  try {
    const report = await simulate({
      http: httpClient({ url }),
      platform: createPlatformClient({ url, key: own?.key ?? options.platformKey }),
      openings,
      lanes: options.lanes,
      pause: pauses(options.speed),
      envelopes: options.envelopes,
      ...(authority ? { authority } : {}),
      onProgress: progress(openings.length),
    })
    conclude(report, options.json)
  } finally {
    await stop()
  }
}

/** A server that trusts this authority, so that the opener signs, too. */
async function trusting(
  { certificatePem }: Authority,
  dataDir: string,
  environment: Readonly<Record<string, string>>,
) {
  const roots = join(dataDir, 'simulated-authority.pem')
  writeFileSync(roots, certificatePem)
  return { dataDir, port: await freePort(), environment: { ...environment, TRUST_ROOTS: roots } }
}

function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      openings: { type: 'string' },
      limit: { type: 'string' },
      url: { type: 'string' },
      'platform-key': { type: 'string' },
      speed: { type: 'string' },
      envelopes: { type: 'string', default: '1' },
      lanes: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  if (values.openings === undefined) return leave(replayUsage)
  const keyFile = values['platform-key']
  if (values.url !== undefined && keyFile === undefined) return leave('--url needs --platform-key')
  return {
    file: values.openings,
    limit: positive('--limit', values.limit) ?? Number.POSITIVE_INFINITY,
    url: values.url ?? null,
    platformKey: keyFile === undefined ? '' : readFileSync(keyFile, 'utf8'),
    speed: positive('--speed', values.speed),
    lanes: positive('--lanes', values.lanes) ?? defaultLanes,
    json: values.json,
    envelopes: envelopesIn(values.envelopes),
  }
}

function envelopesIn(text: string): 1 | 2 {
  if (text !== '1' && text !== '2') return leave('--envelopes must be 1 or 2')
  return text === '2' ? 2 : 1
}

function positive(name: string, text: string | undefined): number | null {
  if (text === undefined) return null
  const value = Number(text)
  return value > 0 ? value : leave(`${name} must be a number above 0`)
}

function leave(text: string): never {
  console.error(text)
  process.exit(2)
}

/** Overwrites one line in a terminal; otherwise prints a line every ten openings. */
function progress(total: number): (report: SimulationReport) => void {
  return (report) => {
    const { openings, bids, mismatches, failures, seconds } = report
    const counts = `${openings} of ${total} openings, ${bids} bids, ${mismatches} mismatches, ${failures} failures`
    const line = `${counts}, ${seconds.toFixed(0)} s`
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line}`)
    else if (openings % 10 === 0 || openings === total) console.error(line)
  }
}

function conclude({ problems, played: _, ...numbers }: SimulationReport, json: boolean): void {
  if (process.stderr.isTTY) process.stderr.write('\n')
  for (const problem of problems) console.error(problem)
  if (json) console.log(JSON.stringify(numbers))
  process.exitCode = numbers.mismatches + numbers.failures === 0 ? 0 : 1
}
