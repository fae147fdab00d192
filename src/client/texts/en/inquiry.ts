import type { inquiry as source } from '../zh-CN/inquiry.ts'

export const inquiry = {
  title: 'Objection inquiry',
  start: 'Issue the objection inquiry',
  startHint:
    'After the reading, bidders are asked whether they object to the opening; they have {{minutes}} minutes. The end step can be entered once the inquiry has ended.',
  startBody:
    'All bidders are asked whether they object to the opening, within {{minutes}} minutes. It is issued once for each envelope and cannot be taken back.',
  startWhileReading: 'The reading has not ended yet; the inquiry usually follows it.',
  everybody: 'all bidders',
  answered: 'Answered',
  question: 'Do you object to this opening?',
  questionHint: 'An answer cannot be changed. Without one in time, it is recorded that you did not answer.',
  no: 'No objection to the opening',
  noBody: 'You confirm that you have no objection to this opening.',
  yes: 'I object to the opening',
  text: 'Your objection',
  textHint:
    'It cannot be changed or taken back once submitted. The opener, agency, tenderer and supervisor see it. With its reply it stands in the opening record, which the bidders sign.',
  submit: 'Submit the objection',
  raised: 'The objection has been submitted',
  failed: 'Operation failed',
  back: 'Back',
  saidNo: 'You answered: no objection to this opening.',
  saidYes: 'You object to the opening; please wait for the opener’s reply.',
  repliedToYou: 'The opener has replied to your objection.',
  missed: 'You did not answer the objection inquiry in time.',
  notAsked: 'Only bidders who take part in the opening are asked.',
  'summary_all-answered':
    'The objection inquiry has ended; all bidders answered, {{objecting}} with an objection.',
  'summary_time-out':
    'The time of the objection inquiry is over: {{answered}} answered, {{objecting}} of them with an objection; {{silent}} did not answer.',
  table: 'Answers to the objection inquiry',
  bidder: 'Bidder',
  answer: 'Answer',
  at: 'Answered at',
  'answer.no': 'No objection',
  'answer.yes': 'Objects',
  'answer.waits': 'Not answered yet',
  'answer.none': 'Did not answer',
  objections: 'Objections to the opening, with replies',
  replyOfOpener: 'Reply of the opener',
  waiting: 'Waiting for a reply',
  reply: 'Reply',
  replyTo: 'Reply to the objection of {{name}} to the opening',
  replyContent: 'Your reply',
  replyHint:
    'One reply to each objection, which cannot be changed once submitted. All need one before the signing or the end of the opening.',
  submitReply: 'Submit the reply',
  replied: 'The reply has been submitted',
  replyFailed: 'The reply failed!',
} satisfies Record<keyof typeof source, string>
