const refuse = () => Promise.reject(new Error('no certificates here'))

/** For tests in which no certificate is looked at. */
export const noTrust = { check: refuse, checkEnrolled: refuse }
