import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KeyType } from '#seal/key-use.ts'

/** Whether there is an `openssl` command to check against; tests that need it say that they are left out. */
export const hasOpenssl = (() => {
  try {
    return execFileSync('openssl', ['version'], { encoding: 'utf8' }).startsWith('OpenSSL 3')
  } catch {
    return false
  }
})()

const keyOptions: Readonly<Record<KeyType, readonly string[]>> = {
  'P-256': ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  RSA: ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048'],
  SM2: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:SM2'],
}

/** The signer's id that SM2 signatures hash along; OpenSSL's own default is an empty one. */
const id = 'distid:1234567812345678'

/** One folder for OpenSSL to work in with keys of one type, and the commands that the tests need. */
export function opensslWith(keyType: KeyType) {
  const folder = mkdtempSync(join(tmpdir(), 'kaibiao-openssl-'))
  const path = (name: string) => join(folder, name)
  const digest = keyType === 'SM2' ? '-sm3' : '-sha256'
  const signing = keyType === 'SM2' ? ['-sigopt', id] : []
  const verifying = keyType === 'SM2' ? ['-vfyopt', id] : []
  const run = (...args: string[]) =>
    execFileSync('openssl', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  const write = (name: string, content: string | Uint8Array) => writeFileSync(path(name), content)
  const read = (name: string) => new Uint8Array(readFileSync(path(name)))
  const readText = (name: string) => readFileSync(path(name), 'utf8')

  write(
    'ca.cnf',
    '[ca]\ndefault_ca=own\n[own]\ndatabase=index.txt\nserial=serial\nnew_certs_dir=.\ndefault_crl_days=7\n' +
      `default_md=${digest.slice(1)}\n[root]\nbasicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,cRLSign\n` +
      '[holder]\nbasicConstraints=CA:FALSE\nkeyUsage=critical,digitalSignature\n[req]\ndistinguished_name=dn\n[dn]\n',
  )
  write('index.txt', '')

  return {
    ...{ run, write, read, readText },
    remove: () => rmSync(folder, { recursive: true }),
    /** `ca.key` and `ca.pem`. */
    newAuthority() {
      run('genpkey', ...keyOptions[keyType], '-out', 'ca.key')
      run(
        ...['req', '-x509', '-new', '-key', 'ca.key', digest, ...signing, '-subj', '/CN=OpenSSL root'],
        ...['-config', 'ca.cnf', '-extensions', 'root', '-days', '100', '-out', 'ca.pem'],
      )
      return readText('ca.pem')
    },
    /** `NAME.key` and `NAME.pem`, issued by the authority to a unit. */
    newHolder(name: string, unitCode: string) {
      run('genpkey', ...keyOptions[keyType], '-out', `${name}.key`)
      const subject = `/organizationIdentifier=${unitCode}/CN=测试单位`
      run(
        ...['req', '-new', '-utf8', '-key', `${name}.key`, digest, ...signing, '-subj', subject],
        ...['-config', 'ca.cnf', '-out', `${name}.csr`],
      )
      run(
        ...['x509', '-req', '-in', `${name}.csr`, '-CA', 'ca.pem', '-CAkey', 'ca.key', digest, ...signing],
        ...[...verifying, '-CAcreateserial', '-extfile', 'ca.cnf', '-extensions', 'holder', '-days', '30'],
        ...['-out', `${name}.pem`],
      )
      return readText(`${name}.pem`)
    },
    /** OpenSSL's signature over `data`, as it comes. */
    sign(name: string, data: Uint8Array) {
      write('data', data)
      run('dgst', digest, '-sign', `${name}.key`, ...signing, '-out', 'signature', 'data')
      return read('signature')
    },
    /** Whether OpenSSL takes the signature (DER for elliptic keys) for that of this certificate. */
    verifies(certificatePem: string, data: Uint8Array, signature: Uint8Array) {
      write('signer.pem', certificatePem)
      write('data', data)
      write('signature', signature)
      write('signer.pub', run('x509', '-in', 'signer.pem', '-pubkey', '-noout'))
      try {
        const checked = run(
          'dgst',
          digest,
          '-verify',
          'signer.pub',
          ...signing,
          '-signature',
          'signature',
          'data',
        )
        return checked.includes('Verified OK')
      } catch {
        return false
      }
    },
    /** Whether OpenSSL follows the holder's certificate to the root, and finds it in no list. */
    trusts(rootPem: string, holderPem: string, revocationList?: string) {
      write('root.pem', rootPem)
      write('checked.pem', holderPem)
      if (revocationList) write('list.pem', revocationList)
      const checks = revocationList ? ['-crl_check', '-CRLfile', 'list.pem'] : []
      try {
        return run('verify', '-CAfile', 'root.pem', ...checks, ...verifying, 'checked.pem').trim()
      } catch (error) {
        return error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
      }
    },
    /** The authority's list of revoked certificates, by the names of their files. */
    revoke(...names: string[]) {
      const ca = ['ca', '-config', 'ca.cnf', '-cert', 'ca.pem', '-keyfile', 'ca.key', ...signing]
      for (const name of names) run(...ca, '-revoke', `${name}.pem`)
      run(...ca, '-gencrl', '-out', 'list.pem')
      return readText('list.pem')
    },
  }
}
