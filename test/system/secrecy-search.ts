import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import pg from 'pg'
import { expect } from 'vitest'
import { type CallName, calls } from '#protocol/calls.ts'
import type { Account, Participant } from '#simulators/client/session-client.ts'
import { pdfText } from '#simulators/replay/pdf-text.ts'
import type { Hall } from './hall.ts'

/* Searches everything that a server sends or stores for texts that must not be there. */

/** A text that was sent or stored, and where. */
export interface RecordedText {
  readonly where: string
  readonly text: string
}

/** Everybody who makes all the calls they may. */
interface Asking {
  readonly session: string
  readonly people: readonly Participant[]
  readonly accounts: readonly Account[]
}

/** The forms in which a price may be written: without decimals, plain and in groups of three digits. */
export function waysToWrite(price: string): string[] {
  const whole = price.split('.')[0] ?? ''
  return [whole, whole.replace(/(?<=\d)(?=(\d{3})+$)/g, ',')]
}

/** The texts themselves and their base64 forms at each of the three byte offsets. */
export function needlesFor(texts: readonly string[]): string[] {
  return texts.flatMap((text) => [text, ...base64Forms(text)])
}

/** Makes every GET call in every role. The server's tap records the answers; unpacked reports are added to `seen`. */
export async function readAllCalls(
  { session, people, accounts }: Asking,
  seen: RecordedText[],
): Promise<void> {
  const names = (Object.keys(calls) as CallName[]).filter((name) => calls[name].method === 'GET')
  for (const person of people) {
    for (const name of names) {
      if (calls[name].auth !== 'session') continue
      const bytes = await person.call(name, { query: queryFor(name, session) }).catch(() => null)
      if (bytes instanceof Uint8Array) seen.push(...(await unpacked(name, bytes)))
    }
  }
  for (const account of accounts) {
    for (const name of names) {
      if (calls[name].auth !== 'session')
        await account.call(name, { query: queryFor(name, session) }).catch(() => null)
    }
    await account.call('getJYPTGongChengLieBiao', { body: {} })
    await account.call('getJYPTGongCheng', { body: { BDGuid: session } })
  }
}

function queryFor(name: CallName, session: string): never {
  const queries: Partial<Record<CallName, object>> = {
    CreateReport_Json: { PageSize: 9999 },
    GetSinColumns: { isGetData: 'true' },
    getSealingInfo: { BDGuid: session },
    getTenderFile: { fileId: crypto.randomUUID() },
    getDemoCertificate: { userCode: 'bidder1' },
  }
  return (queries[name] ?? {}) as never
}

/** Unpacks a report: the text of a PDF's pages, the parts of a workbook. */
async function unpacked(name: CallName, bytes: Uint8Array): Promise<RecordedText[]> {
  const start = Buffer.from(bytes.slice(0, 4)).toString('latin1')
  if (start.startsWith('PK')) {
    const parts = Object.values(unzipSync(bytes)).map((part) => Buffer.from(part).toString('utf8'))
    return [{ where: `answer of ${name}, unpacked`, text: parts.join('\n') }]
  }
  if (!start.startsWith('%PDF')) return []
  return [{ where: `answer of ${name}, its text`, text: await pdfText(bytes) }]
}

/** Of a hall with a PostgreSQL of its own. */
export function databaseUrlOf(hall: Hall): string {
  const { password } = JSON.parse(readFileSync(join(hall.dataDir, 'postgres.json'), 'utf8'))
  const port = Number(readFileSync(join(hall.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[3])
  return `postgres://postgres:${password}@127.0.0.1:${port}/kaibiao`
}

/** Every file in the data folder, every row of the database as text, and the output of the processes. */
export async function stored(hall: Hall): Promise<RecordedText[]> {
  const client = new pg.Client({ connectionString: databaseUrlOf(hall) })
  await client.connect()
  await client.query('checkpoint')
  const { rows: tables } = await client.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
  )
  const contents = []
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(`select t::text as row from public.${name} t`)
    contents.push({ where: `table ${name}`, text: rows.map(({ row }) => row).join('\n') })
  }
  await client.end()
  const files = readdirSync(hall.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ where: `file ${path.slice(hall.dataDir.length)}`, text: readFileSync(path, 'latin1') }))
  expect(contents.length).toBeGreaterThan(3)
  expect(files.length).toBeGreaterThan(100)
  return [...contents, ...files, { where: 'log output', text: hall.output() }]
}

/** The places where one of the needles occurs, with the needle. */
export function found(haystack: readonly RecordedText[], needles: readonly string[]): string[] {
  return haystack.flatMap(({ where, text }) => {
    const needle = needles.find((wanted) => text.includes(wanted))
    return needle ? [`${where}: ${needle}`] : []
  })
}

function base64Forms(text: string): string[] {
  return [0, 1, 2].map((shift) => {
    const encoded = Buffer.from('x'.repeat(shift) + text).toString('base64')
    return encoded.slice(shift === 0 ? 0 : 4, -4)
  })
}
