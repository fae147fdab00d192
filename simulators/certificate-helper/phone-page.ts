import { escapeHtml } from '#lib/escape-html.ts'
import { pemFromWire, readCertificate } from '#seal/certificate.ts'
import type { ScanTask } from './scans.ts'

const purposes: Readonly<Record<ScanTask['kind'], string>> = {
  login: 'Log in',
  sign: 'Sign a document',
  decrypt: 'Decrypt a bid',
}

/** The phone's screen after it has read a code: what it is for, and the certificates to answer it with. */
export function phonePage(shown: {
  kind: ScanTask['kind'] | null
  certificates: readonly { id: string; certificate: string }[]
  told: string
}): string {
  const options = shown.certificates.map(
    ({ id, certificate }) => `<option value="${id}">${escapeHtml(holderOf(certificate))}</option>`,
  )
  const form = `<form method="post">
  <p>${shown.kind ? purposes[shown.kind] : ''}?</p>
  <label>Certificate <select name="id">${options.join('')}</select></label>
  <label>PIN <input name="pin" type="password"></label>
  <button>Confirm</button> <button name="decline">Decline</button>
</form>`
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Phone</title>
<style>body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 22em; margin: 2em auto; padding: 0 1em; color-scheme: light dark }
label { display: block; margin: .5em 0 } select, input, button { font: inherit; padding: .4em; max-width: 100% }</style>
<h1>Phone</h1>
<p role="status">${escapeHtml(shown.told)}</p>
${shown.kind ? form : '<p>There is no such code, or it has expired.</p>'}
</html>`
}

function holderOf(certificate: string): string {
  const info = readCertificate(pemFromWire(certificate) ?? '')
  return info.ok ? `${info.value.subjectName} (${info.value.keyType ?? '?'})` : '?'
}
