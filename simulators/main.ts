import { killsCommand, killsUsage } from './cli/kills.ts'
import { replayCommand, replayUsage } from './cli/replay.ts'
import { scenarioCommand, scenarioUsage } from './cli/scenario.ts'
import { sealCommand } from './cli/seal.ts'
import { variantCommand, variantUsage } from './cli/variant.ts'
import { endServersWithProcess } from './fixtures/server-process.ts'

const usage = `${replayUsage}

${scenarioUsage}

${killsUsage}

${variantUsage}

npm run simulate -- seal --help     seals and submits one bid`

endServersWithProcess()
await commandFor(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})

async function commandFor(args: string[]): Promise<void> {
  if (args[0] === 'seal') return sealCommand(args.slice(1))
  if (args.some((arg) => /^--variants?(=|$)/.test(arg))) return variantCommand(args)
  if (/--scenario[ =]kills/.test(args.join(' '))) return killsCommand(args)
  if (args.includes('--scenario')) return scenarioCommand(args)
  const isHelp = args.includes('--help')
  if (!isHelp && args.some((arg) => /^--openings(=|$)/.test(arg))) return replayCommand(args)
  if (isHelp) return console.log(usage)
  console.error(usage)
  process.exitCode = 2
}
