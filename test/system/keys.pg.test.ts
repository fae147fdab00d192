import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { createAccounts } from '#server/auth/accounts.ts'
import { createLoginRows } from '#server/auth/login-rows.ts'
import { createPasswords, testCost } from '#server/auth/password.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { openPostgresLog } from '#server/log/postgres-log.ts'
import { createKeyRing, type KeyRing } from '#server/secrets/key-ring.ts'
import { createKeySocket } from '#server/secrets/key-socket.ts'
import { rotateKeys } from '#server/secrets/rotate.ts'
import { openSecrets, type SecretsOptions } from '#server/secrets/secrets.ts'
import { createLocalKey } from '#server/secrets/wrapping-key.ts'
import { serveKeys } from '#simulators/key-service/server.ts'
import { migrateUntil } from '#test/support/older-database.ts'
import { freshDatabase } from '#test/support/pg-database.ts'
import { storeOf, testPepper } from '#test/support/test-secrets.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const newKey = () => createLocalKey(randomBytes(32))
const ringOf = (...keys: Parameters<typeof storeOf>) => createKeyRing([storeOf(...keys)])
const passwords = createPasswords(randomBytes, testPepper, testCost)

async function freshUrl(): Promise<string> {
  const { url, drop } = await freshDatabase()
  ends.push(drop)
  return url
}

async function openNode(url: string, ring: KeyRing, options: Partial<SecretsOptions> = {}) {
  const database = await openDatabase(url, { connections: 3 })
  ends.push(() => database.close())
  const secrets = await openSecrets(database, { ring, random: (length) => randomBytes(length), ...options })
  const log = await openPostgresLog(database, { keys: secrets.sections, random: randomBytes, now: Date.now })
  ends.push(() => log.close())
  return { database, secrets, log }
}

/** Every row of every table, as text. */
async function dumpOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1",
  )
  let text = ''
  for (const { name } of rows) {
    const found = await client.query<{ row: string }>(
      `select t::text as row from public.${name} t order by 1`,
    )
    text += `${name}\n${found.rows.map(({ row }) => row).join('\n')}\n`
  }
  await client.end()
  return text
}

async function query<T extends pg.QueryResultRow>(url: string, sql: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(sql, values)).rows
  } finally {
    await client.end()
  }
}

/** A database as versions before 0024 left it: with sections, secrets, a person and their login, all in clear. */
async function olderDatabase() {
  const url = await freshUrl()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await migrateUntil(client, '0024')
  const sections = Array.from({ length: 3 }, (_, i) => ({
    id: randomUUID(),
    privateKey: randomBytes(32),
    ...{ sealIdentity: `AGE-SECRET-KEY-FIRST${i}`, sealRecipient: 'first' },
    second: i === 0 ? null : { sealIdentity: `AGE-SECRET-KEY-SECOND${i}`, sealRecipient: 'second' },
  }))
  for (const { id, privateKey, sealIdentity, sealRecipient, second } of sections) {
    await client.query(
      `insert into session (id, epoch, head_hash, private_key, seal_identity, seal_recipient, second_seal_identity,
         second_seal_recipient, status, flow) values ($1, 'e', '', $2, $3, $4, $5, $6, 'published', 0)`,
      [id, privateKey, sealIdentity, sealRecipient, second?.sealIdentity, second?.sealRecipient],
    )
  }
  await client.query("insert into setting (key, value) values ('token-secret', 'the secret of the tokens')")
  const [account, login] = [randomUUID(), randomUUID()]
  await client.query(
    `insert into account (id, user_code, name, role, unit_code, password_hash) values ($1, 'one', '甲', 'opener', 'U', $2)`,
    [account, await passwords.hash('a password')],
  )
  await client.query(
    `insert into login (id, account_id, expires_at, certificate, refresh_hash)
     values ($1, $2, now() + interval '1 hour', '证书', 'hash')`,
    [login, account],
  )
  await client.end()
  const clear = [
    'the secret of the tokens',
    ...sections.flatMap(({ privateKey, sealIdentity }) => [privateKey.toString('hex'), sealIdentity]),
  ]
  return { url, sections, login, clear }
}

test('[KEY-2] what was in clear is wrapped once, by one of the nodes that start, and stands nowhere afterwards', async () => {
  const { url, sections, login, clear } = await olderDatabase()
  const before = await dumpOf(url)
  for (const secret of clear) expect(before).toContain(secret)
  const key = newKey()
  const nodes = await Promise.all([1, 2, 3].map(() => openNode(url, ringOf(key))))
  const after = await dumpOf(url)
  for (const secret of clear) expect(after).not.toContain(secret)
  const left = await query(
    url,
    `select private_key from session
     where private_key is not null or seal_identity is not null or second_seal_identity is not null
     union all select null from setting where value is not null and key <> 'wrapping-key'`,
  )
  expect(left).toEqual([])
  for (const { database, secrets } of nodes) {
    expect(await secrets.of('token-secret', () => 'another')).toBe('the secret of the tokens')
    for (const { id, ...known } of sections) {
      const [row] = await query<{ wrapped: string }>(
        url,
        'select wrapped from section_key where session_id = $1',
        [id],
      )
      expect(await secrets.sections.unwrap(id, row?.wrapped ?? '')).toEqual(known)
    }
    const rows = createLoginRows(database, secrets.marks, Date.now, [])
    expect(await rows.find(login)).toMatchObject({ actor: { id: 'one', role: 'opener' } })
    const accounts = createAccounts(database, passwords, secrets.marks)
    expect(await accounts.verify('one', 'a password')).toMatchObject({ userCode: 'one' })
  }
})

test('[KEY-2] what comes to the database in clear or without a mark later is not taken over by a restart', async () => {
  const { url, clear } = await olderDatabase()
  const ring = ringOf(newKey())
  let wrapped = false
  const witness = {
    hasWrapped: () => wrapped,
    noteWrapped() {
      wrapped = true
    },
  }
  await openNode(url, ring, { witness })
  await query(
    url,
    `insert into account (id, user_code, name, role, password_hash) values ($1, 'forged', '乙', 'supervisor', $2)`,
    [randomUUID(), await passwords.hash('known')],
  )
  const again = await openNode(url, ring, { witness })
  expect(
    await createAccounts(again.database, passwords, again.secrets.marks).verify('forged', 'known'),
  ).toBeNull()
  await query(url, "update setting set value = 'planted', wrapped = null where key = 'token-secret'")
  await expect(again.secrets.of('token-secret', () => 'another')).rejects.toThrow('is not wrapped')
  await query(url, "delete from setting where key = 'wrapping-key'")
  await expect(openNode(url, ring, { witness })).rejects.toThrow(
    'wrapping-key of the table setting is missing',
  )
  await query(url, 'delete from section_key')
  await query(url, 'delete from setting where wrapped is not null')
  await expect(openNode(url, ring, { witness })).rejects.toThrow(
    'secrets in clear, although they were wrapped',
  )
  expect(await dumpOf(url)).not.toContain(clear[1])
})

test('[KEY-3] with another key a node does not start, says which one it needs, and changes nothing', async () => {
  const { url } = await olderDatabase()
  const [right, wrong] = [newKey(), newKey()]
  await openNode(url, ringOf(right))
  const before = await dumpOf(url)
  await expect(openNode(url, ringOf(wrong))).rejects.toThrow(
    `wrapped by the key ${right.id}, but in a test is the key ${wrong.id}`,
  )
  await expect(openNode(url, ringOf({ ...wrong, id: right.id }))).rejects.toThrow('this is another key')
  expect(await dumpOf(url)).toBe(before)
  await query(url, "update section_key set wrapped = replace(wrapped, $1, 'lost')", [right.id])
  await expect(openNode(url, ringOf(right))).rejects.toThrow('wrapped by the key lost')
})

test('[KEY-3] without a key a database gets none, and stays as it was', async () => {
  const { url } = await olderDatabase()
  const none = createKeyRing([{ ...storeOf(newKey()), place: '/keys/one', read: async () => [] }])
  await openDatabase(url).then((database) => database.close())
  const before = await dumpOf(url)
  await expect(openNode(url, none)).rejects.toThrow('head -c 32 /dev/urandom > /keys/one')
  expect(await dumpOf(url)).toBe(before)
})

test('[KEY-1] a section’s secret that was put into another section’s row is refused', async () => {
  const { log, database, secrets } = await openNode(await freshUrl(), ringOf(newKey()))
  const [one, other] = [await section(log), await section(log)]
  await database.pool.query(
    'update section_key set wrapped = (select wrapped from section_key where session_id = $1) where session_id = $2',
    [one, other],
  )
  const node = await openPostgresLog(database, { keys: secrets.sections, random: randomBytes, now: Date.now })
  ends.push(() => node.close())
  expect(await node.sealIdentity(one, 1)).toBe('identity')
  await expect(node.sealIdentity(other, 1)).rejects.toThrow(
    `section ${other} was altered or is another row's`,
  )
})

/** A key service in front of these keys, the first for what is new. */
async function keyService(keys: Parameters<typeof storeOf>) {
  const folder = mkdtempSync(join(tmpdir(), 'kaibiao-keys-'))
  const path = join(folder, 'keys.sock')
  const service = await serveKeys(path, async () => keys)
  ends.push(async () => {
    await service.stop()
    rmSync(folder, { recursive: true })
  })
  return createKeySocket(path)
}

async function section(log: Awaited<ReturnType<typeof openPostgresLog>>): Promise<string> {
  const id = randomUUID()
  await log.create({ id, sealIdentity: 'identity', sealRecipient: 'recipient' })
  return id
}

const keysIn = async (database: Database) => {
  const { rows } = await database.pool.query<{ id: string; count: number }>(
    `select split_part(wrapped, '.', 2) as id, count(*)::integer as count from (
       select wrapped from section_key
       union all select wrapped from setting where key <> 'wrapping-key') as stored group by 1`,
  )
  return Object.fromEntries(rows.map(({ id, count }) => [id, count]))
}

test('[KEY-1] bids are sealed to the hall’s key, whatever recipient is put into the database', async () => {
  const { log, database, secrets } = await openNode(await freshUrl(), ringOf(newKey()))
  const id = await section(log)
  await database.pool.query("update session set seal_recipient = 'theirs', second_seal_recipient = 'theirs'")
  const node = await openPostgresLog(database, { keys: secrets.sections, random: randomBytes, now: Date.now })
  ends.push(() => node.close())
  expect([await node.sealRecipient(id, 1), await node.sealRecipient(id, 2)]).toEqual([
    'recipient',
    'recipient',
  ])
})

test('[KEY-4] sections that are created while the key is changed are wrapped by the new one', async () => {
  const url = await freshUrl()
  const [former, present] = [newKey(), newKey()]
  const first = await openNode(url, ringOf(former))
  await section(first.log)
  const next = createKeyRing([{ ...storeOf(former, present), next: async () => present }])
  const node = await openNode(url, next)
  const creating = Array.from({ length: 30 }, () => section(node.log))
  const [ids] = await Promise.all([Promise.all(creating), rotateKeys(first.database.pool, next)])
  expect(Object.keys(await keysIn(node.database))).toEqual([present.id])
  const later = await openNode(url, ringOf(present))
  for (const id of ids) expect(await later.log.sealIdentity(id, 1)).toBe('identity')
})

test('[KEY-4] the key is changed to one of a service while nodes run; a change that was killed goes on', async () => {
  const url = await freshUrl()
  const [former, present] = [newKey(), newKey()]
  const service = await keyService([present])
  const ring = createKeyRing([service, storeOf(former)])
  const before = await openNode(url, ringOf(former))
  const node = await openNode(url, ring)
  const ids = [await section(before.log), await section(node.log), await section(before.log)]
  const all = Object.values(await keysIn(node.database)).reduce((sum, count) => sum + count, 0)
  expect(await keysIn(node.database)).toEqual({ [former.id]: all })

  let wrapped = 0
  const killed: KeyRing = {
    ...ring,
    wrap: (...what) => (++wrapped > 2 ? Promise.reject(new Error('killed')) : ring.wrap(...what)),
  }
  await expect(rotateKeys(node.database.pool, killed)).rejects.toThrow('killed')
  expect(await keysIn(node.database)).toEqual({ [former.id]: all - 2, [present.id]: 2 })
  // Nodes go on in between, and start; what they make is wrapped by the new key.
  const made = await section(node.log)
  expect(await keysIn(node.database)).toEqual({ [former.id]: all - 2, [present.id]: 3 })
  const started = await openNode(url, createKeyRing([storeOf(former), service]))
  for (const id of [...ids, made]) expect(await started.log.sealIdentity(id, 1)).toBe('identity')
  await expect(openNode(url, ringOf(former))).rejects.toThrow(`wrapped by the key ${present.id}`)
  await expect(openNode(url, ringOf(present))).rejects.toThrow(`wrapped by the key ${former.id}`)

  expect(await rotateKeys(node.database.pool, ring)).toMatchObject({ keyId: present.id, rewrapped: all - 2 })
  expect(await keysIn(node.database)).toEqual({ [present.id]: all + 1 })
  const later = await openNode(url, createKeyRing([service]))
  for (const id of [...ids, made]) expect(await later.log.sealIdentity(id, 1)).toBe('identity')
  for (const { secrets } of [before, node, started, later])
    expect(secrets.marks.of('login', ['x'])).toBe(node.secrets.marks.of('login', ['x']))
  expect(await rotateKeys(node.database.pool, ring)).toMatchObject({ rewrapped: 0 })
})
