/** For commands that need no certificate: whoever asks for one fails. */
const unused = () => Promise.reject(new Error('no certificates here'))
export const noCertificates = {
  trust: { check: unused, checkEnrolled: unused },
  signCodes: { signature: unused },
} as const
