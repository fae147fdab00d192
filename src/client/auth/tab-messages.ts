import { z } from 'zod'
import { heldTokensSchema } from './tokens.ts'

/** What the tabs of one browser send each other on their channel. */
const messageSchema = z.discriminatedUnion('kind', [
  /** Asks every tab that has this login, or any login where it is null, for what it holds. */
  z.object({ kind: z.literal('ask'), id: z.string(), login: z.string().nullable() }),
  z.object({ kind: z.literal('answer'), id: z.string(), held: heldTokensSchema, lookedAt: z.number() }),
  z.object({ kind: z.literal('renewed'), held: heldTokensSchema }),
  /** The user logged out. */
  z.object({ kind: z.literal('ended'), login: z.string() }),
  /** Logins were ended on the server, perhaps another tab's too. */
  z.object({ kind: z.literal('look') }),
])
export type TabMessage = z.infer<typeof messageSchema>
type TabAnswer = Extract<TabMessage, { kind: 'answer' }>

export type TabChannel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>

/** A message's sender and reader; without a channel nothing is sent or heard. */
export function openTabMessages(
  channel: TabChannel | null,
  hear: (message: TabMessage) => void,
): (message: TabMessage) => void {
  channel?.addEventListener('message', ({ data }) => {
    // A page of another version may still be open.
    const parsed = messageSchema.safeParse(data)
    if (parsed.success) hear(parsed.data)
  })
  return (message) => channel?.postMessage(message)
}

/** Questions to the other tabs, each with its own id. */
interface TabQuestions {
  /** The answers of `expected` tabs, or of as many as answered within the time. */
  ask(login: string | null, expected: number, milliseconds: number): Promise<TabAnswer[]>
  take(answer: TabAnswer): void
}

export function createTabQuestions(post: (message: TabMessage) => void, newId: () => string): TabQuestions {
  const open = new Map<string, (answer: TabAnswer) => void>()
  return {
    async ask(login, expected, milliseconds) {
      if (expected <= 0) return []
      const id = newId()
      return new Promise((resolve) => {
        const answers: TabAnswer[] = []
        const finish = () => {
          clearTimeout(timer)
          open.delete(id)
          resolve(answers)
        }
        const timer = setTimeout(finish, milliseconds)
        open.set(id, (answer) => {
          answers.push(answer)
          if (answers.length >= expected) finish()
        })
        post({ kind: 'ask', id, login })
      })
    },
    take: (answer) => open.get(answer.id)?.(answer),
  }
}
