import { parseArgs } from 'node:util'
import { loadVariant, shipped } from '#variants/load.ts'
import { temporaryData } from '../fixtures/server-process.ts'
import { pauses } from '../participants/pauses.ts'
import { smallestOpening, usualFile } from '../replay/recorded-openings.ts'
import { simulateVariant, type VariantReport } from '../replay/simulate-variant.ts'

export const variantUsage = `npm run simulate -- --variant NAME | --variants [--openings FILE] [--json]
  --variant   plays one whole opening by the rules of a regional variant: ${shipped.map(({ name }) => name).join(', ')}
  --variants  plays one in each variant, each with its own server
  --openings  file to take the opening from (test/fixtures/world-bank-openings.jsonl): the smallest with three bids
  --json      ends with one line of JSON a variant`

/** Plays one opening for each variant; the exit code is 1 when one failed. */
export async function variantCommand(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      variant: { type: 'string' },
      variants: { type: 'boolean', default: false },
      openings: { type: 'string', default: usualFile },
      json: { type: 'boolean', default: false },
    },
  })
  const names = values.variants ? shipped.map(({ name }) => name) : [values.variant ?? '']
  const opening = smallestOpening(values.openings)
  for (const name of names) {
    const variant = loadVariant(name)
    if (!variant.ok) throw new Error(variant.error)
    const data = temporaryData()
    const options = { dataDir: data.folder, opening, pause: pauses(null) }
    const report = await simulateVariant(variant.value, options).finally(() => data.remove())
    conclude(report, values.json)
  }
}

function conclude({ problems, ...numbers }: VariantReport, json: boolean): void {
  const { variant, bids, checks, mismatches, failures, seconds } = numbers
  console.error(
    `${variant.padEnd(12)} ${bids} bids, ${checks} checks, ${mismatches} mismatches, ${failures} failures, ${seconds} s`,
  )
  for (const problem of problems) console.error(`  ${problem}`)
  if (json) console.log(JSON.stringify(numbers))
  if (mismatches + failures > 0) process.exitCode = 1
}
