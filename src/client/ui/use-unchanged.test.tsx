import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useUnchanged, useUnchangedRows } from './use-unchanged.ts'

test('a value with the same fields stays the one of before', () => {
  const { result, rerender } = renderHook(({ value }) => useUnchanged(value), {
    initialProps: { value: { lowest: '1', ceiling: null as string | null } },
  })
  const before = result.current
  rerender({ value: { lowest: '1', ceiling: null } })
  expect(result.current).toBe(before)
  rerender({ value: { lowest: '1', ceiling: '2' } })
  expect(result.current).toEqual({ lowest: '1', ceiling: '2' })
})

test('rows that did not change stay the same objects, and so does a list of them', () => {
  const rowsOf = (...notes: string[]) => notes.map((note, index) => ({ key: `${index}`, note }))
  const { result, rerender } = renderHook(({ rows }) => useUnchangedRows(rows, ({ key }) => key), {
    initialProps: { rows: rowsOf('a', 'b') },
  })
  const before = result.current
  rerender({ rows: rowsOf('a', 'b') })
  expect(result.current).toBe(before)
  rerender({ rows: rowsOf('a', 'c', 'd') })
  expect(result.current).toEqual(rowsOf('a', 'c', 'd'))
  expect(result.current[0]).toBe(before[0])
})
