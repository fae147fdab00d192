import { characterCount } from '#lib/character-count.ts'
import type { Attachment } from './attachment.ts'

/** The greatest length of an objection and of a reply (OBJ-2). */
export const objectionLength = 1000

/** The greatest number of objections of one bidder (OBJ-7): the log and every reader keep them all. */
export const mostObjections = 100

/** What is wrong with the text of an objection or a reply (OBJ-2); null when it may be sent. */
export function objectionTextProblem(text: string): 'missing' | 'too-long' | null {
  const content = text.trim()
  if (content === '') return 'missing'
  return characterCount(content) > objectionLength ? 'too-long' : null
}

/** An objection with its reply. */
export interface ObjectionState {
  readonly id: string
  readonly bidderCode: string
  readonly content: string
  readonly attachment: Attachment | null
  readonly at: string
  reply: { readonly content: string; readonly at: string } | null
  /** The bidder has read the reply. */
  read: boolean
}

/** Objections in the order they were raised. */
export function objectionsOf({
  objectionOrder,
  objections,
}: {
  readonly objectionOrder: readonly string[]
  readonly objections: Readonly<Record<string, ObjectionState>>
}): ObjectionState[] {
  return objectionOrder.flatMap((id) => objections[id] ?? [])
}
