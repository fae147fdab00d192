import { ok, type Result } from '#lib/result.ts'
import type { Failure } from '#protocol/outcome.ts'

interface Page<T> {
  readonly total: number
  readonly rows: readonly T[]
}

/** The rows of all pages, read one after the other (from 1) until there are `total`; else the first refusal. */
export async function readAllPages<T>(
  ask: (page: number) => Promise<Result<Page<T>, Failure>>,
): Promise<Result<readonly T[], Failure>> {
  const all: T[] = []
  for (let page = 1; ; page += 1) {
    const answer = await ask(page)
    if (!answer.ok) return answer
    all.push(...answer.value.rows)
    // A page without rows ends it, too: the total may have become smaller meanwhile.
    if (all.length >= answer.value.total || answer.value.rows.length === 0) return ok(all)
  }
}
