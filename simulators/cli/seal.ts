import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { softwareCertificate } from '#seal/software-certificate.ts'
import { httpClient } from '../client/http-client.ts'
import { logIn } from '../client/session-client.ts'
import { sealAndSubmit } from '../fixtures/bids.ts'

const usage = `npm run simulate -- seal --url URL --account CODE --section ID --p12 FILE --password PASSWORD
  --figures KEY=VALUE … [--files FILE …]
  --account       the bidder's account; the server has to allow test accounts
  --section       id of the section (BDGuid)
  --p12           the bidder's software certificate, with its password
  --figures       the figures of the bid form by column key
  --files         the bid's attachments, added to its first file`

/** Seals and submits one bid and prints its file keys, which are not stored. */
export async function sealCommand(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args: repeated(args),
    options: {
      url: { type: 'string', default: 'http://localhost:3000' },
      account: { type: 'string' },
      password: { type: 'string' },
      section: { type: 'string' },
      p12: { type: 'string' },
      figures: { type: 'string', multiple: true, default: [] },
      files: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  })
  const { account: userCode, password, section, p12 } = values
  if (values.help || !userCode || !password || !section || !p12) {
    console.error(usage)
    process.exitCode = values.help ? 0 : 2
    return
  }
  const certificate = await softwareCertificate(readFileSync(p12), password)
  if (!certificate.ok) throw new Error(`${p12}: ${certificate.error}`)
  const account = await logIn(httpClient({ url: values.url, timeoutMs: 0 }), { userCode })
  const submitted = await sealAndSubmit(account, section, {
    figures: Object.fromEntries(values.figures.map(readFigure)),
    files: values.files.map((path) => ({ name: basename(path), bytes: readFileSync(path) })),
    certificate: certificate.value,
  })
  console.log(`Submitted at ${submitted.submittedAt}`)
  for (const [fileId, key] of Object.entries(submitted.fileKeys)) {
    console.log(`File key of ${fileId}, shown only now: ${key}`)
  }
}

/** `--files a b` means `--files a --files b`. */
function repeated(args: readonly string[]): string[] {
  let option = ''
  return args.flatMap((arg, index) => {
    if (arg.startsWith('-')) option = arg
    const isFurther = !arg.startsWith('-') && !args[index - 1]?.startsWith('-')
    return isFurther && (option === '--figures' || option === '--files') ? [option, arg] : [arg]
  })
}

function readFigure(text: string): [string, string] {
  const at = text.indexOf('=')
  if (at < 1) throw new Error(`--figures ${text}: must be KEY=VALUE`)
  return [text.slice(0, at), text.slice(at + 1)]
}
