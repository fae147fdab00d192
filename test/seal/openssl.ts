import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KeyType } from '#seal/key-use.ts'

/** Whether there is an `openssl` command; tests that need it are reported as skipped without it. */
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

/** The signer's id, which is part of what an SM2 signature hashes. OpenSSL's default is an empty one. */
const id = 'distid:1234567812345678'

/** A folder with keys of one type, and the OpenSSL commands that the tests need in it. */
export function opensslWith(keyType: KeyType) {
  const folder = openFolder()
  folder.write('ca.cnf', configuration(digestOf(keyType).slice(1)))
  folder.write('index.txt', '')
  return { ...folder, ...issuing(folder, keyType), ...checking(folder, keyType) }
}

type Folder = ReturnType<typeof openFolder>

function openFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'kaibiao-openssl-'))
  const path = (name: string) => join(folder, name)
  return {
    run: (...args: string[]) =>
      execFileSync('openssl', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }),
    write: (name: string, content: string | Uint8Array) => writeFileSync(path(name), content),
    read: (name: string) => new Uint8Array(readFileSync(path(name))),
    readText: (name: string) => readFileSync(path(name), 'utf8'),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

function configuration(digest: string): string {
  return (
    '[ca]\ndefault_ca=own\n[own]\ndatabase=index.txt\nserial=serial\nnew_certs_dir=.\ndefault_crl_days=7\n' +
    `default_md=${digest}\n[root]\nbasicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,cRLSign\n` +
    '[holder]\nbasicConstraints=CA:FALSE\nkeyUsage=critical,digitalSignature\n[req]\ndistinguished_name=dn\n[dn]\n'
  )
}

function digestOf(keyType: KeyType): string {
  return keyType === 'SM2' ? '-sm3' : '-sha256'
}

function signingOptions(keyType: KeyType): readonly string[] {
  return keyType === 'SM2' ? ['-sigopt', id] : []
}

function verifyingOptions(keyType: KeyType): readonly string[] {
  return keyType === 'SM2' ? ['-vfyopt', id] : []
}

/** An authority, its certificates and its revocation list. */
function issuing({ run, readText }: Folder, keyType: KeyType) {
  const digest = digestOf(keyType)
  const signing = signingOptions(keyType)
  return {
    /** Makes `ca.key` and `ca.pem`. */
    newAuthority() {
      run('genpkey', ...keyOptions[keyType], '-out', 'ca.key')
      run(
        ...['req', '-x509', '-new', '-key', 'ca.key', digest, ...signing, '-subj', '/CN=OpenSSL root'],
        ...['-config', 'ca.cnf', '-extensions', 'root', '-days', '100', '-out', 'ca.pem'],
      )
      return readText('ca.pem')
    },
    /** Makes `NAME.key` and `NAME.pem`, issued by the authority to a unit. */
    newHolder(name: string, unitCode: string) {
      run('genpkey', ...keyOptions[keyType], '-out', `${name}.key`)
      const subject = `/organizationIdentifier=${unitCode}/CN=测试单位`
      run(
        ...['req', '-new', '-utf8', '-key', `${name}.key`, digest, ...signing, '-subj', subject],
        ...['-config', 'ca.cnf', '-out', `${name}.csr`],
      )
      run(
        ...['x509', '-req', '-in', `${name}.csr`, '-CA', 'ca.pem', '-CAkey', 'ca.key', digest, ...signing],
        ...[...verifyingOptions(keyType), '-CAcreateserial', '-extfile', 'ca.cnf', '-extensions', 'holder'],
        ...['-days', '30', '-out', `${name}.pem`],
      )
      return readText(`${name}.pem`)
    },
    /** Revokes the named certificates; the authority's revocation list. */
    revoke(...names: string[]) {
      const ca = ['ca', '-config', 'ca.cnf', '-cert', 'ca.pem', '-keyfile', 'ca.key', ...signing]
      for (const name of names) run(...ca, '-revoke', `${name}.pem`)
      run(...ca, '-gencrl', '-out', 'list.pem')
      return readText('list.pem')
    },
  }
}

/** Signing, and checking signatures and certificates. */
function checking({ run, write, read }: Folder, keyType: KeyType) {
  const digest = digestOf(keyType)
  const signing = signingOptions(keyType)
  return {
    /** OpenSSL's signature over `data`, unchanged. */
    sign(name: string, data: Uint8Array) {
      write('data', data)
      run('dgst', digest, '-sign', `${name}.key`, ...signing, '-out', 'signature', 'data')
      return read('signature')
    },
    /** Whether OpenSSL accepts the signature (DER for elliptic keys) as one of this certificate's key. */
    verifies(certificatePem: string, data: Uint8Array, signature: Uint8Array) {
      write('signer.pem', certificatePem)
      write('data', data)
      write('signature', signature)
      write('signer.pub', run('x509', '-in', 'signer.pem', '-pubkey', '-noout'))
      const verify = ['dgst', digest, '-verify', 'signer.pub', ...signing, '-signature', 'signature', 'data']
      try {
        return run(...verify).includes('Verified OK')
      } catch {
        return false
      }
    },
    /** OpenSSL's answer on whether the certificate leads to the root and is not revoked. */
    trusts(rootPem: string, holderPem: string, revocationList?: string) {
      write('root.pem', rootPem)
      write('checked.pem', holderPem)
      if (revocationList) write('list.pem', revocationList)
      const checks = revocationList ? ['-crl_check', '-CRLfile', 'list.pem'] : []
      const verifying = verifyingOptions(keyType)
      try {
        return run('verify', '-CAfile', 'root.pem', ...checks, ...verifying, 'checked.pem').trim()
      } catch (error) {
        return error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
      }
    },
  }
}
