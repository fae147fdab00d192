/** The version of the hall, as `package.json` has it. */
export const version = '0.1.0'
