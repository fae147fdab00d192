import type { tour as source } from '../zh-CN/tour.ts'

export const tour: Record<keyof typeof source, string> = {
  place: 'Tour: step {{number}} of {{total}}',
  leave: 'Leave the tour',
  back: 'Back',
  next: 'Next',
  finish: 'Finish',
  keys: 'Left and right arrow keys change the step, Esc leaves',
  notNow: 'This screen cannot be shown now: {{reason}} You can go on to the next step.',
  nothing: 'There is no section for it.',
  'list.title': 'The list of sections',
  'list.text':
    'Each row is a section. Those under way stand first, with their step and deadline. “Enter” leads to the step that is running.',
  'wall.title': 'The wall',
  'wall.text':
    'All openings under way are here, the nearest deadline first. A card shows the step, the countdown, how many are done and the last event.',
  'steps.title': 'Four steps',
  'steps.text':
    'An opening goes from preparation to opening, announcement and end. The opener moves it on; the pages of all others follow. Earlier steps can be viewed at any time.',
  'bar.title': 'What to do now',
  'bar.text':
    'This bar is always in sight. It says what is happening, what is expected of you, and by when. When it is your turn, its button is here, too.',
  'waitingRoom.title': 'While you wait',
  'waitingRoom.text':
    'This says who acts next and what follows for you, and since when your bid is sealed. Use the time to check certificate, sound and connection.',
  'openerDeadline.title': 'The deadline',
  'openerDeadline.text':
    'You set the time limit with the decryption command. The countdown follows the server’s clock and is the same on every screen. When the time is over, decryption ends by itself.',
  'deadline.title': 'The deadline',
  'deadline.text':
    'The countdown follows the server’s clock and is the same on every screen. Voice and captions warn at five minutes and at one. When the time is over, decryption ends by itself.',
  'ownBid.title': 'Decrypt your bid',
  'ownBid.text':
    'Only your own certificate opens your bid; the hall cannot do it for you. Do it before the deadline. The login dialog has the demo certificates.',
  'counts.title': 'Who has decrypted',
  'counts.text':
    'This counts the bids that are decrypted, still to be decrypted, and not opened. Only the bidder can open a sealed bid; until then nobody sees its price.',
  'log.title': 'The progress log',
  'log.text':
    'Every act is recorded here with the server’s time. Each entry contains the hash of the one before, so that a later change is noticed.',
  'reading.title': 'Reading the bids',
  'reading.text':
    'Here you read the bids one by one, by hand or at a pace. The voice speaks the figures, and all screens show them at the same time.',
  'overview.title': 'The overview',
  'overview.text':
    'Everybody sees the figures at the same moment; before that the server sends them to nobody. The lowest price is marked in words, and each is compared to the ceiling.',
  'ownRow.title': 'Check your figures',
  'ownRow.text':
    'Check what was read for your unit. Confirm it, or say what is wrong: the opener has to reply.',
  'summary.title': 'How it ended',
  'summary.text':
    'The bids that were opened and those that were not, the signatures, and the digest of the record.',
  'ownSummary.title': 'Your result',
  'ownSummary.text':
    'At the end you see your own result and figures first, then those of the whole opening and the digest of the record.',
  'documents.title': 'The documents',
  'documents.text':
    'Overview, record and objections can be downloaded here. Every PDF prints the hash of the last log entry.',
  'verify.title': 'Check it yourself',
  'verify.text':
    'A button beside the log downloads all entries that you may see. Anybody can check with the published program that its chain of hashes is whole and the draws are right, without asking the hall.',
  'trail.title': 'The security trail',
  'trail.text':
    'Refused acts, logins and exports are recorded here, in a chain of hashes, too. Anybody who has the export can check it with the published program.',
}
