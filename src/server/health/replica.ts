import type { Pool } from 'pg'

/** How the database's standbys stand. */
export interface Replica {
  /** Whether this database is a standby itself, from which nothing can be written. */
  readonly isStandby: boolean
  /** Standbys that are connected to it. */
  readonly standbys: number
  /** Of the one furthest behind; null without one, or where the hall's user may not see it (`grant pg_monitor`). */
  readonly lagBytes: number | null
  readonly lagSeconds: number | null
}

interface Row {
  readonly is_standby: boolean
  readonly names: string
  readonly standbys: number
  readonly lag_bytes: number | null
  readonly lag_seconds: number | null
}

/** Null where the database is the only one: its address has one host, and no standby is connected or expected. */
export async function readReplica(pool: Pick<Pool, 'query'>, url: string): Promise<Replica | null> {
  const { rows } = await pool.query<Row>(replicaQuery)
  const [row] = rows
  if (!row) return null
  const { is_standby: isStandby, standbys, lag_bytes: lagBytes } = row
  if (!isStandby && standbys === 0 && row.names === '' && !hasSeveralHosts(url)) return null
  // PostgreSQL forgets the time of a standby that has caught up and got nothing new.
  return { isStandby, standbys, lagBytes, lagSeconds: row.lag_seconds ?? (lagBytes === 0 ? 0 : null) }
}

/** Whether `postgres://user@one:5432,another:5432/hall` names several. */
function hasSeveralHosts(url: string): boolean {
  return (/^[a-z]+:\/\/([^/?]*)/.exec(url)?.[1] ?? '').includes(',')
}

const replicaQuery = `
  select pg_is_in_recovery() as is_standby,
    current_setting('synchronous_standby_names') as names,
    case when pg_is_in_recovery() then
      pg_wal_lsn_diff(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn())
    else max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)) end::float8 as lag_bytes,
    case when pg_is_in_recovery() then
      extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())
    else extract(epoch from max(replay_lag)) end::float8 as lag_seconds,
    count(pid)::int as standbys
  from pg_stat_replication`
