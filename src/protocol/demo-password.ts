/**
 * The password of all accounts and software certificates of the demo; the README and the login dialog tell it. Where there
 * is no demo it opens no account (ACC-10).
 */
export const demoPassword = 'kaibiao-demo'
