import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { err, type Result } from '#lib/result.ts'
import type { Phone, ScannedCode } from './phone.ts'

interface PhonePage {
  readonly port: number
  /** The text of a code in a picture file; null where there is none. */
  readPicture(bytes: Uint8Array): Promise<string | null>
}

const largestPicture = 20 * 1024 * 1024

/** Serves the phone as a page on this machine. It is given a screenshot or the text of a code, and acts on that code. */
export async function servePhone(phone: Phone, { port, readPicture }: PhonePage): Promise<{ url: string }> {
  const url = `http://127.0.0.1:${port}`
  let scanned: ScannedCode | null = null

  async function scan(request: IncomingMessage): Promise<Result<unknown, string>> {
    const body = await bytesOf(request)
    const isText = request.headers['content-type']?.startsWith('text/plain')
    const text = isText ? body.toString('utf8') : await readPicture(body).catch(() => null)
    if (text === null) return err('there is no code in this picture')
    const result = await phone.scan(text)
    scanned = result.ok ? result.value : null
    return result
  }

  async function answer(given: 'confirm' | 'decline'): Promise<Result<unknown, string>> {
    const code = scanned
    scanned = null
    return code ? phone.answer(code, given) : err('nothing was scanned')
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET' && request.url === '/') {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(page)
    } else if (request.method !== 'POST' || request.headers.origin !== url) {
      // Refuses requests from other sites' pages.
      response.writeHead(403).end()
    } else if (request.url === '/scan') {
      response.end(JSON.stringify(await scan(request)))
    } else {
      response.end(JSON.stringify(await answer(request.url === '/confirm' ? 'confirm' : 'decline')))
    }
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  return { url }
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    size += part.length
    if (size > largestPicture) throw new Error('too large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Phone</title>
<style>
  body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 22em; margin: 2em auto; padding: 0 1em; color-scheme: light dark; }
  #seen { overflow-wrap: anywhere; }
  input, button { font: inherit; padding: .5em; margin: .25em 0; width: 100%; box-sizing: border-box; }
</style>
<h1>Phone</h1>
<p><label>Screenshot of the code, chosen here or pasted <input id="picture" type="file" accept="image/*"></label></p>
<form id="text"><label>or its text <input name="text" placeholder="kaibiao:login:…"></label><button>Scan</button></form>
<p id="seen" role="status"></p>
<div id="ask" hidden><button id="confirm">Confirm</button><button id="decline">Decline</button></div>
<script type="module">
  const seen = document.querySelector('#seen')
  const ask = document.querySelector('#ask')
  const post = async (path, body) => (await fetch(path, { method: 'POST', body })).json()
  async function scan(body) {
    const { ok, value, error } = await post('/scan', body)
    const signed = value?.signs ? '. To be signed: the opening record of ' + value.signs.sectionName + ', SHA-256 ' + value.signs.document.hash : ''
    seen.textContent = ok ? 'For: ' + value.purpose + ' as ' + value.role + ', shown at ' + value.address + signed : error
    ask.hidden = !ok
  }
  async function answer(path, said) {
    const { ok, error } = await post(path)
    seen.textContent = ok ? said : error
    ask.hidden = true
  }
  document.querySelector('#picture').onchange = ({ target }) => target.files[0] && scan(target.files[0])
  document.onpaste = ({ clipboardData }) => clipboardData.files[0] && scan(clipboardData.files[0])
  document.querySelector('#text').onsubmit = (event) => {
    event.preventDefault()
    scan(new FormData(event.target).get('text'))
  }
  document.querySelector('#confirm').onclick = () => answer('/confirm', 'Confirmed')
  document.querySelector('#decline').onclick = () => answer('/decline', 'Declined')
</script>
`
