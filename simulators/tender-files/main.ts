import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { readTenderFile } from '#protocol/tender-file/read.ts'
import { convert } from './convert.ts'

const usage = `Tender files that the hall imports in step 1.

  npm run tender-file -- pack DESCRIPTION.json OUT.zbj [--attach FILE …]
  npm run tender-file -- show FILE

  pack    creates a tender file from a description; examples are in simulators/tender-files/examples.
          OUT ends in .zbj (engineering), .zczbj (government procurement) or .zbs (commercial file, control price)
  show    prints the content of a tender file`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    attach: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', default: false },
  },
})

const [command, from, to] = positionals
if (values.help) console.log(usage)
else if (command === 'pack' && from && to) pack(from, to)
else if (command === 'show' && from) show(from)
else fail(usage)

function pack(description: string, out: string): void {
  if (!/\.(zbj|zczbj|zbs)$/.test(out)) fail(`${out} does not end in .zbj, .zczbj or .zbs`)
  try {
    const bytes = convert(readFileSync(description, 'utf8'), values.attach)
    writeFileSync(out, bytes)
    console.log(`${out}: ${bytes.length} bytes`)
  } catch (error) {
    fail(error instanceof z.ZodError ? `${description}: ${z.prettifyError(error)}` : String(error))
  }
}

function show(file: string): void {
  const read = readTenderFile(new Uint8Array(readFileSync(file)))
  if (!read.ok) fail(`${file}: ${read.error.problem} ${read.error.detail}`.trim())
  console.log(JSON.stringify(read.value, null, 2))
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
