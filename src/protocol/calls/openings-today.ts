/** The path of the call by which the home page reads what opens today, without loading the table of calls (LST-15). */
export const openingsTodayPath = '/api/KB_Local/getOpeningsToday'

/** A section that opens today, as everybody may know it. */
export interface OpeningToday {
  readonly bdbh: string
  readonly bdmc: string
  readonly OpenBidTime: string
  /** The opener has begun to open the bid files. */
  readonly running: boolean
}

/** So many are listed; beyond them the answer says that there are more. */
export const mostOpeningsToday = 50
