import { parseArgs } from 'node:util'
import { loadVariant, shipped } from '#variants/load.ts'
import { temporaryData } from '../fixtures/server-process.ts'
import { pauses } from '../participants/pauses.ts'
import { smallestOpening, usualFile } from '../replay/recorded-openings.ts'
import { simulateVariant, type VariantReport } from '../replay/simulate-variant.ts'
import { expectVerdicts } from './verdicts.ts'

export const variantUsage = `npm run simulate -- --variant NAME | --variants [--openings FILE] [--json]
  --variant   plays one whole opening by the rules of a regional variant: ${shipped.map(({ name }) => name).join(', ')}
  --variants  plays one in each variant, each with its own server
  --openings  file to take the opening from (test/fixtures/world-bank-openings.jsonl): the smallest with three bids
  --json      ends with one line of JSON a variant: its verdict, what was played, and the seconds it took
A whole opening has the announcement read, the objection inquiry answered where the region has one, the base price
calculated and saved, the overview confirmed, the record signed, and the documents compared with their source. Where
an opening cannot be stopped it is paused and goes on; where the agency signs a failure, a lot fails.`

/**
 * Plays one opening for each variant, and says of each what was played. The exit code is 1 when one failed, and when the
 * process ends, by whatever way, before each has its verdict.
 */
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
  const variants = names.map((name) => {
    const variant = loadVariant(name)
    if (!variant.ok) throw new Error(variant.error)
    return variant.value
  })
  const opening = smallestOpening(values.openings)
  const finish = expectVerdicts(names)
  for (const [i, variant] of variants.entries()) {
    const name = names[i] ?? ''
    const data = temporaryData()
    const options = { dataDir: data.folder, opening, pause: pauses(null) }
    const verdict = await simulateVariant(variant, options)
      .catch((error: unknown) => brokenOff(name, error))
      .finally(() => data.remove())
    conclude(verdict, values.json)
    finish(name)
  }
}

/** The verdict on a variant whose server or whose checks failed before an opening could be played to its end. */
function brokenOff(variant: string, error: unknown): VariantReport {
  const problem = error instanceof Error ? error.message : String(error)
  const nothing = { openings: 0, bids: 0, checks: 0, mismatches: 0, seconds: 0, played: [] }
  return { variant, ...nothing, failures: 1, problems: [problem] }
}

function conclude(report: VariantReport, json: boolean): void {
  const { variant, bids, checks, mismatches, failures, seconds, problems, played } = report
  const isPassed = mismatches + failures === 0 && played.length > 0
  const verdict = isPassed ? 'passed' : 'FAILED'
  const counts = `${bids} bids, ${checks} checks, ${mismatches} mismatches, ${failures} failures, ${seconds} s`
  console.error(`${variant.padEnd(12)} ${verdict}: ${counts}`)
  for (const { what, steps, seconds: taken } of played)
    console.error(`  ${what}, ${taken} s: ${Object.entries(steps).map(said).join(', ')}`)
  for (const problem of problems) console.error(`  ${problem}`)
  if (json) console.log(JSON.stringify({ verdict: verdict.toLowerCase(), ...report }))
  if (!isPassed) process.exitCode = 1
}

function said([step, value]: [string, unknown]): string {
  return `${step} ${Array.isArray(value) ? value.join(' + ') : String(value)}`
}
