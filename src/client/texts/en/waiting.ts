import type { waiting as chinese } from '../zh-CN/waiting.ts'

export const waiting: Readonly<Record<keyof typeof chinese, string>> = {
  title: 'Waiting room',
  'for.opening-time': 'The opener begins at the opening time. This page follows by itself.',
  'for.enter-opening':
    'The opener enters the opening of bid files, then issues the decryption command. This page follows by itself.',
  'for.decryption-command':
    'Once the opener issues the decryption command, decrypt with your certificate or file key within the time limit.',
  'for.import': 'The bids are not encrypted, and the hall imports them. You have nothing to do.',
  'for.own-opening': 'If the server cannot open your bid, you may decrypt again before the deadline.',
  'for.others-decrypt':
    'Once the other bidders have decrypted, the bids are read. Please check your row once yours has been read.',
  'for.opening-rest': 'Once the bid files have been opened, the opener goes on to the next step.',
  'for.enter-announcement':
    'Once the opener enters the announcement, the bids are read. Please check your row once yours has been read.',
  'for.enter-announcement-unasked':
    'In the announcement it is read out why your bid was not opened. You have nothing to check, and may object.',
  'for.enter-end':
    'Once the opener enters the end of the opening, confirm the overview and sign the opening record.',
  'for.enter-end-unasked':
    'The opener enters the end of the opening next. Your unit need not confirm the overview or sign the opening record.',
  'for.reading': 'The opener reads the bids one by one. Please check your row once yours has been read.',
  'for.reading-unasked': 'Your bid was not opened. You have nothing to check, and may object.',
  'for.reading-rest': 'Once all bids have been read, the opener goes on to the next step.',
  'for.own-turn': 'Please check your row once your bid has been read.',
  'for.reply': 'The opener’s reply is shown on this page by itself.',
  'for.others-answer': 'Once the objection inquiry is over, the opener enters the end of the opening.',
  'for.confirmation-command':
    'Once the opener asks for confirmation of the overview, confirm with your certificate within the time limit.',
  'for.others-confirm':
    'Once the other bidders have confirmed the overview, the opener issues the signing command.',
  'for.signing-command':
    'Once the opener issues the signing command, sign the opening record with your certificate within the time limit.',
  'for.others-sign':
    'The other bidders sign, then the opener confirms and ends the opening. You have nothing more to do.',
  'for.signing-confirmation':
    'The opener confirms the signing and ends the opening. You have nothing more to do.',
  'for.end': 'The opener ends the opening next. You have nothing more to do.',
  'for.second-envelope': 'The second envelope is opened after the evaluation. This page follows by itself.',
  sealedAt: 'Sealed bid submitted at {{time}}',
  noBid: 'Your unit submitted no bid.',
  letterDue: 'Your bidder’s commitment letter is not signed yet.',
  letterOpen: 'Read the letter',
  checks: 'Checks to run while you wait',
  unchecked: 'Not checked',
  certificate: 'Certificate',
  'certificate.help': 'Open your certificate now and compare it with the one that sealed your bid.',
  'certificate.check': 'Check certificate',
  'certificate.again': 'Check certificate again',
  'certificate.is.fits': 'Matches',
  'certificate.is.other-unit': 'Not of your unit',
  'certificate.is.other-certificate': 'Not the one that sealed the bid',
  'certificate.is.not-valid': 'Not valid now',
  'certificate.is.unreadable': 'Unreadable',
  'certificate.means.fits': 'It can decrypt, confirm and sign.',
  'certificate.means.other-unit': 'Please insert the certificate that your unit used for the bid.',
  'certificate.means.other-certificate':
    'It cannot open your bid. Please use the certificate that sealed it, or have the file key ready.',
  'certificate.means.not-valid': 'Please check its validity and contact the certificate authority.',
  'certificate.means.unreadable': 'Please use another certificate or contact support.',
  sound: 'Sound',
  'sound.play': 'Play a tone',
  'sound.again': 'Play again',
  'sound.yes': 'I heard it',
  'sound.no': 'I did not',
  'sound.is.asked': 'Please answer',
  'sound.is.yes': 'Works',
  'sound.is.no': 'Not heard',
  'sound.is.failed': 'Cannot be played',
  'sound.is.muted': 'Voice is off',
  'sound.means.unchecked': 'Play a tone to make sure that you hear the voice prompts.',
  'sound.means.asked': 'Did you hear the tone?',
  'sound.means.yes': 'You will hear the voice prompts.',
  'sound.means.no':
    'Please check loudspeaker, headphones and volume. All prompts are shown as captions, too.',
  'sound.means.failed': 'The browser has no sound device. All prompts are shown as captions, too.',
  'sound.means.muted':
    'You heard the tone, but the voice prompts are off. Turn them on at the top of the page.',
  connection: 'Connection',
  'connection.help': 'Measure the round trip to the server of the hall.',
  'connection.check': 'Check connection',
  'connection.again': 'Measure again',
  'connection.is.good': '{{milliseconds}} ms',
  'connection.is.slow': '{{milliseconds}} ms, slow',
  'connection.is.failed': 'No answer',
  'connection.means.good': 'The connection works.',
  'connection.means.slow': 'The connection is slow. Please stop other downloads, or use a cable.',
  'connection.means.failed': 'The server did not answer. Please check your network and measure again.',
  'connection.live': 'Updates arrive at once.',
  'connection.polls': 'Updates arrive every few seconds.',
}
