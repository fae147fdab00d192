// Imported before a program: its machine's clock is SHIFTED_CLOCK milliseconds ahead, as if it had been set wrongly.
const ahead = Number(process.env.SHIFTED_CLOCK)
const now = Date.now
const RightDate = Date

globalThis.Date = class extends RightDate {
  constructor(...given) {
    super(...(given.length === 0 ? [now() + ahead] : given))
  }

  static now() {
    return now() + ahead
  }
}
