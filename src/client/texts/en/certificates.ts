import type { certificates as chinese } from '../zh-CN/certificates.ts'

export const certificates: Readonly<Record<keyof typeof chinese, string>> = {
  'certificate.first': '{{act}}: open your certificate first',
  'certificate.where': 'Where the certificate is',
  'certificate.providers': 'Certificates accepted here: {{names}}',
  'certificate.kind.software': 'Certificate file',
  'certificate.kind.usb': 'USB key (certificate helper)',
  'certificate.file': 'Certificate file (.p12 / .pfx / .pem)',
  'certificate.password': 'Certificate password',
  'certificate.open': 'Open certificate',
  'certificate.opened': 'Certificate open: {{name}}',
  'certificate.unit': 'Unit code {{code}}',
  'certificate.other': 'Use another certificate',
  'certificate.fileMissing': 'Please choose a certificate file',
  'certificate.passwordMissing': 'Please enter the certificate password',
  'certificate.wrongPassword': 'The certificate password is wrong',
  'certificate.malformed': 'This certificate file cannot be read; choose a valid .p12, .pfx or .pem file',
  'certificate.connect': 'Connect to the certificate helper',
  'certificate.plugged': 'Certificate',
  'certificate.pin': 'PIN',
  'certificate.pinMissing': 'Please enter the PIN',
  'certificate.inKey':
    'The private key never leaves the USB key; the PIN is kept in this page’s memory and gone when it is closed.',
  'certificate.signFailed':
    'Signing failed: check that the key is plugged in and the certificate helper is running, then try again.',
  'certificate.problem.unreachable':
    'The certificate helper on this computer does not answer. Check that it is installed and running, that the USB key is plugged in and that it allows this site. Allow access to this computer where the browser asks, then try again. You can also choose another way, such as a certificate file.',
  'certificate.problem.none':
    'The certificate helper has no usable certificate; plug in the key and try again.',
  'certificate.problem.wrong-pin': 'The PIN is wrong',
  'certificate.problem.locked':
    'Too many wrong PINs: the certificate is locked. Ask the authority that issued it to unlock it.',
  'certificate.problem.unknown-certificate':
    'The certificate was not found; plug the key in again and retry.',
  'certificate.problem.other': 'The certificate helper could not do it; please try again.',
  'certificate.kind.phone': 'Phone (certificate helper)',
  'certificate.phoneHelp':
    'The certificate is in your phone: to decrypt or sign, a code is shown; scan it with the phone and confirm. The code comes from the certificate helper on this computer; start it first.',
  'certificate.usePhone': 'Use the certificate in the phone',
  'certificate.chosenInPhone': 'The certificate in the phone is used: {{name}}',
  'certificate.inPhone': 'The private key never leaves the phone; each use has to be confirmed there.',
  'phone.title.sign': 'Scan to sign',
  'phone.title.decrypt': 'Scan to decrypt',
  'phone.picture': 'QR code',
  'phone.hint.sign':
    'Scan the code with the phone that has your certificate, and confirm there. The signature follows by itself.',
  'phone.hint.decrypt':
    'Scan the code with the phone that has your certificate, and confirm there. The decryption follows by itself.',
  'phone.scanned': 'Scanned; please confirm on the phone',
  'phone.renew': 'New code',
  'phone.problem.code-failed': 'Failed to get the QR code!',
  'phone.problem.status-failed': 'Failed to get the status!',
  'phone.problem.scan-failed': 'Scanning failed!',
  'phone.problem.source-missing': 'Missing SourceString!',
  'phone.problem.data-missing': 'Missing Data!',
  'phone.problem.certificate-missing': 'Missing CertInfo!',
  'phone.then.code-failed':
    'Check that the certificate helper on this computer is running and allows this site. It is tried again every 5 seconds. You can also cancel and choose another way, such as a certificate file.',
  'phone.then.status-failed': 'This is a new code; please scan it.',
  'phone.then.scan-failed': 'The phone did not confirm. This is a new code; scan it and confirm.',
  'phone.then.source-missing': 'This is a new code; please scan it. If it fails again, contact support.',
  'phone.then.data-missing': 'This is a new code; please scan it. If it fails again, contact support.',
  'phone.then.certificate-missing': 'This is a new code; please scan it. If it fails again, contact support.',
  'certificate.mismatchDetail': 'The certificate is for unit code {{found}}, expected {{expected}}.',
  'certificate.local':
    'The certificate is kept in the memory of this page alone and is gone when the page closes.',
}
