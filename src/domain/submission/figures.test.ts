import { describe, expect, test } from 'vitest'
import { columnSchema } from '../tender/tender.ts'
import { figuresProblem, figureText, valueProblem } from './figures.ts'

const title = { zh: '报价', en: 'Price' }
const price = columnSchema.parse({ key: 'price', title, kind: 'money', decimals: 2 })
const days = columnSchema.parse({ key: 'days', title, kind: 'integer', required: false })
const manager = columnSchema.parse({ key: 'manager', title, kind: 'text', required: false })

describe('money', () => {
  test.each(['0', '0.01', '1553059196991.0', '999999999999999999.99', '007'])('accepts %s', (value) => {
    expect(valueProblem(price, value)).toBeNull()
  })

  test.each([
    '1.005',
    '-1',
    '+1',
    '1,000',
    '1e3',
    '.5',
    '5.',
    '１２',
    '1 000',
    'NaN',
    '1\n',
    '1234567890123456789',
  ])('[BID-7] refuses %j', (value) => {
    expect(valueProblem(price, value)).toBe('malformed')
  })

  test('refuses decimals where the column has none', () => {
    const whole = { ...price, decimals: 0 }
    expect(valueProblem(whole, '5')).toBeNull()
    expect(valueProblem(whole, '5.0')).toBe('malformed')
  })
})

test.each([
  ['180', null],
  ['999999999', null],
  ['1000000000', 'malformed'],
  ['1.5', 'malformed'],
  ['-3', 'malformed'],
])('[BID-7] an integer of %s is %s', (value, problem) => {
  expect(valueProblem(days, value)).toBe(problem)
})

test('[BID-7] a text has at most 500 characters', () => {
  expect(valueProblem(manager, '字'.repeat(500))).toBeNull()
  expect(valueProblem(manager, '字'.repeat(501))).toBe('malformed')
})

test('[BID-7] a required figure must be present, an optional one may be missing or empty', () => {
  expect(valueProblem(price, undefined)).toBe('missing')
  expect(valueProblem(price, '  ')).toBe('missing')
  expect(valueProblem(days, undefined)).toBeNull()
  expect(valueProblem(days, '')).toBeNull()
})

test('the first wrong column is named', () => {
  const columns = [price, days, manager]
  expect(figuresProblem(columns, { price: '1.00', days: '5' })).toBeNull()
  expect(figuresProblem(columns, { price: 'x', days: 'y' })).toEqual({
    column: 'price',
    problem: 'malformed',
  })
  expect(figuresProblem(columns, { days: '5' })).toEqual({ column: 'price', problem: 'missing' })
  expect(figuresProblem(columns, { price: '1', tax: '5' })).toEqual({ column: 'tax', problem: 'unknown' })
})

test('an object’s own properties are no columns', () => {
  expect(columnSchema.safeParse({ ...price, key: 'constructor' }).success).toBe(false)
  expect(columnSchema.safeParse({ ...price, key: 'toString' }).success).toBe(false)
})

test.each([
  ['1234567.50', '1,234,567.50'],
  ['999', '999'],
  ['123456789012345678.123456', '123,456,789,012,345,678.123456'],
  ['0.00', '0.00'],
])('money %s is shown as %s, with every digit', (value, text) => {
  expect(figureText('money', value)).toBe(text)
})

test('text is shown unchanged, also where it has digits', () => {
  expect(figureText('text', '2026')).toBe('2026')
})
