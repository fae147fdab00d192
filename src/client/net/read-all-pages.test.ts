import { expect, test } from 'vitest'
import { err, ok } from '#lib/result.ts'
import type { Failure } from '#protocol/outcome.ts'
import { readAllPages } from './read-all-pages.ts'

const failure: Failure = {
  ...{ Result: false, ResultMessage: '', message: '', code: 'offline', params: {}, requestId: '' },
}

/** Answers page by page, and records which pages were asked for. */
function server(total: number, pages: readonly (readonly number[])[], failing = 0) {
  const asked: number[] = []
  const ask = async (page: number) => {
    asked.push(page)
    return page === failing ? err(failure) : ok({ total, rows: pages[page - 1] ?? [] })
  }
  return { asked, ask }
}

test.each([
  ['one page holds all', 2, [[1, 2]], [1, 2], [1]],
  ['the last page is short', 5, [[1, 2], [3, 4], [5]], [1, 2, 3, 4, 5], [1, 2, 3]],
  ['there is nothing', 0, [], [], [1]],
  ['rows go while they are read', 4, [[1, 2], []], [1, 2], [1, 2]],
])('pages are read until all rows are there: %s', async (_, total, pages, rows, asked) => {
  const answering = server(total, pages)
  expect(await readAllPages(answering.ask)).toEqual(ok(rows))
  expect(answering.asked).toEqual(asked)
})

test('a page that fails fails the whole read: a partial table would look complete', async () => {
  const answering = server(4, [[1, 2]], 2)
  expect(await readAllPages(answering.ask)).toEqual(err(failure))
})
