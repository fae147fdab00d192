import type { Client } from 'pg'
import { accountFields, loginColumns, loginFields, type MarkedLogin } from '../auth/marked-fields.ts'
import type { KeyRing } from './key-ring.ts'
import { createMarks, type Marks } from './marks.ts'
import { registryValues } from './registry.ts'
import { type SectionSecrets, sectionBytes, sectionName } from './section-keys.ts'
import type { WrappingKey } from './wrapping-key.ts'

/** The setting with the key of the marks. */
export const markKeyName = 'mark-key'

/** Names a setting in what is wrapped. */
export function settingName(key: string): string {
  return `setting ${key}`
}

const rowsAtOnce = 1000

/**
 * Gives a database its wrapping key: wraps the secrets that older versions kept in clear, empties their columns, and
 * marks the accounts and logins that are there. Within the caller's transaction, once for a database: what appears
 * without a wrapping or a mark later is not the hall's (KEY-2). Yields the tables in which secrets were in clear.
 */
export async function wrapExisting(
  client: Client,
  ring: KeyRing,
  key: WrappingKey,
  markKey: Uint8Array,
): Promise<('session' | 'setting')[]> {
  const wrap = (about: string, plain: Uint8Array) => ring.wrap(key.id, about, plain)
  await client.query('lock table session, setting, account, login in exclusive mode')
  const { rows: settings } = await client.query<{ key: string; value: string }>(
    'select key, value from setting',
  )
  for (const row of settings) {
    await client.query('update setting set value = null, wrapped = $2 where key = $1', [
      row.key,
      await wrap(settingName(row.key), Buffer.from(row.value)),
    ])
  }
  await client.query('insert into setting (key, wrapped) values ($1, $2)', [
    markKeyName,
    await wrap(settingName(markKeyName), Buffer.from(Buffer.from(markKey).toString('base64'))),
  ])
  const hadSections = await wrapSections(client, wrap)
  await markRows(client, createMarks(markKey))
  await client.query('insert into setting (key, value, wrapped) values ($1, $2, $3)', [
    ...(await registryValues(key)),
  ])
  return [
    ...(hadSections ? (['session'] as const) : []),
    ...(settings.length > 0 ? (['setting'] as const) : []),
  ]
}

/** Whether there were any. */
async function wrapSections(
  client: Client,
  wrap: (about: string, plain: Uint8Array) => Promise<string>,
): Promise<boolean> {
  const clear = `select id, private_key as "privateKey", seal_identity as "sealIdentity",
      seal_recipient as "sealRecipient",
      case when second_seal_identity is not null then json_build_object(
        'sealIdentity', second_seal_identity, 'sealRecipient', second_seal_recipient) end as second
    from session where private_key is not null limit ${rowsAtOnce}`
  for (let found = false; ; found = true) {
    const { rows } = await client.query<SectionSecrets & { readonly id: string }>(clear)
    if (rows.length === 0) return found
    const wrapped: string[] = []
    for (const { id, ...secrets } of rows) wrapped.push(await wrap(sectionName(id), sectionBytes(secrets)))
    await client.query(
      `with stored as (
         insert into section_key (session_id, wrapped) select * from unnest($1::uuid[], $2::text[])
         returning session_id)
       update session set private_key = null, seal_identity = null, second_seal_identity = null
       from stored where id = session_id`,
      [rows.map(({ id }) => id), wrapped],
    )
  }
}

async function markRows(client: Client, marks: Marks): Promise<void> {
  const { rows: accounts } = await client.query<Parameters<typeof accountFields>[0]>(
    `select id, user_code as "userCode", name, role, unit_code as "unitCode", password_hash as "passwordHash",
       disabled_at as "disabledAt" from account`,
  )
  await setMarks(client, 'account', accounts, (row) => marks.of('account', accountFields(row)))
  const { rows: logins } = await client.query<MarkedLogin>(
    `select ${loginColumns} from login where revoked_at is null and expires_at > now() - interval '1 day'`,
  )
  await setMarks(client, 'login', logins, (row) => marks.of('login', loginFields(row)))
  // They are valid for minutes only.
  await client.query('delete from single_use')
  await client.query('delete from qr_code')
}

async function setMarks<Row extends { readonly id: string }>(
  client: Client,
  table: 'account' | 'login',
  rows: readonly Row[],
  markOf: (row: Row) => string,
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const some = rows.slice(start, start + rowsAtOnce)
    await client.query(
      `update ${table} set mark = made.mark from unnest($1::uuid[], $2::text[]) as made (id, mark)
       where ${table}.id = made.id`,
      [some.map(({ id }) => id), some.map(markOf)],
    )
  }
}
