import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import { softwareCertificate } from '#seal/software-certificate.ts'
import { httpClient } from '../client/http-client.ts'
import { createPhone, type Phone } from './phone.ts'
import { readQrPicture } from './read-picture.ts'
import { servePhone } from './server.ts'

/*
 * A simulated phone for login and signing by QR code: `--scan` takes the code's text or a picture of it, `--serve` starts a
 * page that does the same. Its owner is the holder of the given certificate.
 */

const usage = `A phone that scans the hall's codes.

  npm run phone -- --p12 FILE --password PASSWORD --scan TEXT|PICTURE [--yes | --no]
  npm run phone -- --demo USERCODE --serve [--port 4180]

  --p12, --password   the owner's software certificate
  --demo USERCODE     or a demo account, whose certificate is downloaded from the hall
  --server URL        the hall (http://localhost:3000)
  --scan              a code's text, or a file with a screenshot of it
  --yes, --no         confirms or declines without asking
  --serve             a page on http://127.0.0.1:4180 that takes a screenshot or a text`

const { values } = parseArgs({
  options: {
    p12: { type: 'string' },
    password: { type: 'string' },
    demo: { type: 'string' },
    server: { type: 'string', default: 'http://localhost:3000' },
    scan: { type: 'string' },
    yes: { type: 'boolean', default: false },
    no: { type: 'boolean', default: false },
    serve: { type: 'boolean', default: false },
    port: { type: 'string', default: '4180' },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) {
  console.log(usage)
  process.exit(0)
}
const http = httpClient({ url: values.server, timeoutMs: 5000 })
if (!(values.p12 || values.demo) || !(values.scan || values.serve)) fail(usage)
const phone = createPhone(http, await ownCertificate())
if (values.serve) {
  const { url } = await servePhone(phone, { port: Number(values.port), readPicture: readQrPicture })
  console.log(`The phone is at ${url}`)
} else {
  await scanOnce(phone, values.scan ?? '')
}

async function scanOnce(phone: Phone, given: string): Promise<void> {
  const text = given.startsWith('kaibiao:') ? given : await readQrPicture(await readFile(given))
  if (text === null) fail('There is no code in this picture.')
  const scanned = await phone.scan(text)
  if (!scanned.ok) fail(scanned.error)
  const { purpose, role, address, signs } = scanned.value
  console.log(`Code for: ${purpose} as ${role}, shown at ${address}`)
  if (signs)
    console.log(`To be signed: the opening record of ${signs.sectionName}, SHA-256 ${signs.document.hash}`)
  const confirmed = values.yes || (!values.no && (await agrees()))
  const answered = await phone.answer(scanned.value, confirmed ? 'confirm' : 'decline')
  if (!answered.ok) fail(answered.error)
  console.log(confirmed ? 'Confirmed.' : 'Declined.')
}

async function agrees(): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const said = await terminal.question('Confirm? [y/N] ')
  terminal.close()
  return /^y/i.test(said.trim())
}

/** The certificate from a file, or a demo account's from the hall. */
async function ownCertificate(): Promise<CertificateHelper> {
  const { p12, password } = values.demo ? await demoCertificate(values.demo) : await fileCertificate()
  const opened = await softwareCertificate(p12, password)
  return opened.ok ? opened.value : fail(`The certificate could not be opened: ${opened.error}.`)
}

async function fileCertificate(): Promise<{ p12: Uint8Array; password: string }> {
  return { p12: new Uint8Array(await readFile(values.p12 ?? '')), password: values.password ?? '' }
}

async function demoCertificate(userCode: string): Promise<{ p12: Uint8Array; password: string }> {
  const accounts = await http.call('getDemoAccounts')
  const password = accounts.find((account) => account.userCode === userCode)?.certificate?.password
  if (password === undefined) return fail(`The demo has no certificate for ${userCode}.`)
  return { p12: await http.call('getDemoCertificate', { query: { userCode } }), password }
}

function fail(reason: string): never {
  console.error(reason)
  process.exit(1)
}
