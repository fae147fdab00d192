import { Readable } from 'node:stream'
import { and, asc, between, desc, eq, gte, lte, type SQL } from 'drizzle-orm'
import type { TrailKind, TrailLine } from '#domain/trail/trail-line.ts'
import type { ShownTrailLine } from '#protocol/calls/trail.ts'
import { trailExportHead } from '#protocol/trail-export.ts'
import type { Database } from '../db/database.ts'
import { session, trail, trailLine } from '../db/schema.ts'
import { totalOf } from '../db/total-of.ts'

/** `account` and `section` exactly; `section` by code or id; `from` and `to` in ISO 8601, both included. */
export interface TrailSearch {
  readonly kind?: TrailKind | undefined
  readonly account?: string | undefined
  readonly section?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly page: number
  readonly pageSize: number
}

/** Small, so that others wait only a few milliseconds for a page. */
const pageLength = 100

/** One page of the matching lines, the newest first, with their sections' names. */
export async function readTrail({ reads }: Pick<Database, 'reads'>, search: TrailSearch) {
  const sections = search.section === undefined ? null : await sectionNamed(reads, search.section)
  const where = and(...matching(search), sections ? eq(trailLine.section, sections) : undefined)
  const isKnown = search.section === undefined || sections !== null
  const rows = isKnown ? await pageOf(reads, where, search) : []
  const counted = isKnown
    ? await totalOf(reads, { table: trailLine, where }, { ...search, rows: rows.length })
    : { total: 0, more: false }
  return { ...counted, lines: rows }
}

async function pageOf(
  reads: Database['reads'],
  where: SQL | undefined,
  { page, pageSize }: TrailSearch,
): Promise<ShownTrailLine[]> {
  const rows = await reads
    .select({ line: trailLine, sectionCode: session.sectionCode, sectionName: session.sectionName })
    .from(trailLine)
    .leftJoin(session, eq(session.id, trailLine.section))
    .where(where)
    .orderBy(desc(trailLine.seq))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return rows.map(({ line, sectionCode, sectionName }) => ({ ...line, sectionCode, sectionName }))
}

function matching({ kind, account, from, to }: TrailSearch): (SQL | undefined)[] {
  return [
    kind && eq(trailLine.kind, kind),
    account === undefined ? undefined : eq(trailLine.account, account),
    from === undefined ? undefined : gte(trailLine.at, new Date(from).toISOString()),
    to === undefined ? undefined : lte(trailLine.at, new Date(to).toISOString()),
  ]
}

/** The id of the section with this code or id; null where there is none. */
async function sectionNamed(reads: Database['reads'], name: string): Promise<string | null> {
  if (isUuid.test(name)) return name.toLowerCase()
  const [found] = await reads
    .select({ id: session.id })
    .from(session)
    .where(eq(session.sectionCode, name))
    .orderBy(desc(session.opensAt))
    .limit(1)
  return found?.id ?? null
}

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The whole trail as it stands now, as a file (TRL-5). */
export async function exportTrail({ reads }: Pick<Database, 'reads'>): Promise<Readable> {
  const [chain] = await reads.select({ id: trail.id }).from(trail)
  const [last] = await reads
    .select({ seq: trailLine.seq })
    .from(trailLine)
    .orderBy(desc(trailLine.seq))
    .limit(1)
  if (!chain) throw new Error('the trail has no identity')
  return Readable.from(
    (async function* () {
      yield trailExportHead(chain.id)
      for await (const lines of pages(reads, last?.seq ?? 0)) {
        yield lines.map((line) => `${JSON.stringify(line)}\n`).join('')
      }
    })(),
  )
}

async function* pages(reads: Database['reads'], head: number): AsyncGenerator<TrailLine[]> {
  for (let after = 0; after < head; after += pageLength) {
    yield await reads
      .select()
      .from(trailLine)
      .where(between(trailLine.seq, after + 1, Math.min(head, after + pageLength)))
      .orderBy(asc(trailLine.seq))
  }
}
