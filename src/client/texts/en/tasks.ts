import type { tasks as chinese } from '../zh-CN/tasks.ts'

export const tasks: Readonly<Record<keyof typeof chinese, string>> = {
  title: 'Your tasks',
  done: 'Done: ',
  toDo: 'To do: ',
  decryptionCommand: 'Issue the decryption command',
  decryption: 'Bidders decrypt',
  import: 'Import the bids',
  reopen: 'Reopen the decryption',
  enterAnnouncement: 'Enter the announcement',
  reading: 'Read the bids',
  inquiry: 'Objection inquiry',
  replies: 'Reply to objections',
  basePrice: 'Calculate and save the base price',
  enterEnd: 'Enter the end of the opening',
  confirmation: 'Ask to confirm the overview',
  confirmed: 'Bidders confirm the overview',
  remarks: 'Enter remarks',
  signing: 'Issue the electronic signature',
  ownSignature: 'Sign the opening record yourself',
  signed: 'Bidders sign, and you confirm it',
  end: 'End the opening',
}
