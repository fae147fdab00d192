/** Nothing was written: this node's idea of the time differs from the database's clock (DBC-2). */
export class WrongClockError extends Error {
  override readonly name = 'WrongClockError'
}
