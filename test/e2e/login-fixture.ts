import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { KeyType } from '#seal/key-use.ts'
import { type Authority, createAuthority, issueCertificate } from '#simulators/certificates/test-authority.ts'
import { httpClient } from '#simulators/client/http-client.ts'
import { creditCode } from '#simulators/fixtures/personal-data.ts'
import { randomBytes } from '#simulators/fixtures/random-bytes.ts'
import { freePort, returnPort, startServer, temporaryData } from '#simulators/fixtures/server-process.ts'
import { createPhone, type Phone } from '#simulators/phone/phone.ts'
import { createPlatformClient } from '#simulators/platform/client.ts'
import { platformKeyFor } from '#simulators/platform/key-file.ts'
import { freshDatabase } from '#test/support/pg-database.ts'
import type { PersonRole } from '#variants/common-schema.ts'
import { full } from '#variants/full.ts'

export const password = 'e2e-password'

/** A user who can log in in every way. */
export interface Citizen {
  readonly userCode: string
  readonly unitCode: string
  readonly name: string
  /** Path of the software certificate; its password is `password`. */
  readonly p12: string
  readonly phone: Phone
}

export interface LoginFixture {
  readonly url: string
  /** An account with a certificate of the authority that the server trusts. */
  citizen(role: PersonRole, keyType?: KeyType): Promise<Citizen>
  /** A certificate of that authority whose unit has no account here. */
  stranger(): Promise<Citizen>
  /** A certificate in somebody's name from an authority that nobody trusts. */
  forged(of: Citizen): Promise<string>
  sql(text: string): Promise<void>
  stop(): Promise<void>
}

/** A real server of the region that offers every login mode, with accounts and certificates and no section. */
export async function createLoginFixture(): Promise<LoginFixture> {
  const data = temporaryData()
  const authority = await createAuthority({ now: Date.now })
  const roots = join(data.folder, 'roots.pem')
  writeFileSync(roots, authority.certificatePem)
  const { key, environment: known } = platformKeyFor(data.folder)
  const database = await freshDatabase()
  const environment = {
    ...{ ...known, HOST: 'localhost', VARIANT: full.name },
    ...{ TRUST_ROOTS: roots, DATABASE_URL: database.url },
  }
  const port = await freePort()
  const server = await startServer({ dataDir: data.folder, port, environment })
  const url = server.url.replace('127.0.0.1', 'localhost')
  const platform = createPlatformClient({ url, key })
  const client = new pg.Client(database.url)
  await client.connect()

  async function certified(
    issuer: Authority,
    person: { unitCode: string; name: string },
    keyType: KeyType = 'P-256',
  ) {
    const issued = await issueCertificate(issuer, { ...person, password, now: Date.now, keyType })
    const p12 = join(data.folder, `${crypto.randomUUID()}.p12`)
    writeFileSync(p12, issued.p12)
    return { p12, phone: createPhone(httpClient({ url }), issued.helper) }
  }
  function someone(name: string) {
    const unitCode = creditCode(randomBytes)
    return { unitCode, name, userCode: `user-${unitCode.slice(-8)}` }
  }

  return {
    url,
    async citizen(role, keyType) {
      const person = someone('江河水利建设集团有限公司')
      await platform.addAccount({ ...person, role, password })
      return { ...person, ...(await certified(authority, person, keyType)) }
    },
    async stranger() {
      const person = someone('外来单位')
      return { ...person, ...(await certified(authority, person)) }
    },
    async forged(of) {
      return (await certified(await createAuthority({ now: Date.now }), of)).p12
    },
    sql: async (text) => void (await client.query(text)),
    async stop() {
      await client.end()
      await server.stop()
      returnPort(port)
      await database.drop()
      data.remove()
    },
  }
}
