/** A link from the trading platform with all its parameters. */
export const signOnQuery = {
  token: 'a.b.c',
  guid: '6f6b1d3a-7a59-4a55-9a3e-0f3f1a2b3c4d',
  type: '1',
  userType: '2',
  PBType: '16',
}
