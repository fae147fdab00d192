import pg from 'pg'

/** A pool whose broken connections end neither the process nor the pool; `onError` is called for idle ones. */
export function openPool(config: pg.PoolConfig, onError: (error: Error) => void = () => {}): pg.Pool {
  const pool = new pg.Pool({ keepAlive: true, ...config })
  pool.on('error', onError)
  // A connection that breaks while in use fails its query; without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
