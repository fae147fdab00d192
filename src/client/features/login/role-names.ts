/** Text keys of the user kinds, by role. */
export const roleNames = {
  bidder: 'roleBidder',
  opener: 'roleOpener',
  supervisor: 'roleSupervisor',
  agency: 'roleAgency',
  tenderer: 'roleTenderer',
} as const

/** Text keys of the login methods. */
export const modeNames = {
  account: 'modeAccount',
  certificate: 'modeCertificate',
  qr: 'modeQr',
  licence: 'modeLicence',
} as const
