/** Text keys of the kinds of user, by role. */
export const roleNames = {
  bidder: 'roleBidder',
  opener: 'roleOpener',
  supervisor: 'roleSupervisor',
  agency: 'roleAgency',
  tenderer: 'roleTenderer',
} as const

/** Text keys of the ways to log in. */
export const modeNames = {
  account: 'modeAccount',
  certificate: 'modeCertificate',
  qr: 'modeQr',
  licence: 'modeLicence',
} as const
