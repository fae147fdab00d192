import type { login as source } from '../zh-CN/login.ts'

export const login: Record<keyof typeof source, string> = {
  title: 'Log in to the bid-opening hall',
  tabBidder: 'Bidder',
  tabOpener: 'Opener',
  tabSupervisor: 'Supervisor',
  account: 'Account',
  accountMissing: 'Enter your account',
  password: 'Password',
  passwordMissing: 'Enter your password',
  passwordHint: 'The password is encrypted before it is sent.',
  submit: 'Log in',
  failed: 'Login failed',
  unsupportedTitle: 'This browser cannot log in securely',
  unsupported:
    'The browser offers no encryption here: it may be too old, or the page was not opened over https (or localhost). Use a current Chrome, Edge or Firefox and the https address.',
  wrongTab: 'This account is not a {{role}} account; choose its user type to log in.',
  demoTitle: 'Demo accounts',
  demoHint: 'One click logs in; password {{passwords}}.',
  demoUse: 'Log in as {{name}}',
  demoCertificate: 'Download the demo certificate of {{name}}',
  demoCertificateShort: 'Certificate',
  demoCertificatePassword: 'Certificate password: {{password}}',
}
