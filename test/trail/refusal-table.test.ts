import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readmePath, securityCodes, statusRefusals, withRefusals } from './refusal-table.ts'

const readme = readFileSync(new URL(`../../${readmePath}`, import.meta.url), 'utf8')

test('[TRL-2] the list of refusals and their lines is as the tables of calls and permissions have them', () => {
  expect(withRefusals(readme)).toBe(readme)
})

test('[TRL-2] the list has every code of the permission table and every code about who may do what', () => {
  const codes = [...securityCodes, ...statusRefusals(), 'forbidden', 'not-enrolled']
  expect(codes.length).toBeGreaterThan(25)
  expect(codes.filter((code) => !readme.includes(`\`${code}\``))).toEqual([])
})
