import { type HeldTokens, heldTokensIn, numberIn, objectIn, textIn } from './held-tokens.ts'

/** What the tabs of one browser send each other on their channel. */
export type TabMessage =
  /** Asks every tab that has this login, or any login where it is null, for what it holds. */
  | { readonly kind: 'ask'; readonly id: string; readonly login: string | null }
  | { readonly kind: 'answer'; readonly id: string; readonly held: HeldTokens; readonly lookedAt: number }
  | { readonly kind: 'renewed'; readonly held: HeldTokens }
  /** The user logged out. */
  | { readonly kind: 'ended'; readonly login: string }
  /** Logins were ended on the server, perhaps another tab's too. */
  | { readonly kind: 'look' }
type TabAnswer = Extract<TabMessage, { kind: 'answer' }>

export type TabChannel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>

/** A message's sender and reader; without a channel nothing is sent or heard. */
export function openTabMessages(
  channel: TabChannel | null,
  hear: (message: TabMessage) => void,
): (message: TabMessage) => void {
  channel?.addEventListener('message', ({ data }) => {
    const message = messageIn(data)
    if (message) hear(message)
  })
  return (message) => channel?.postMessage(message)
}

/** The message that was sent; null for anything else: a page of another version may still be open. */
function messageIn(data: unknown): TabMessage | null {
  const fields = objectIn(data)
  const { kind } = fields
  const [id, login, lookedAt] = [textIn(fields.id), textIn(fields.login), numberIn(fields.lookedAt)]
  const held = heldTokensIn(fields.held)
  if (kind === 'ask' && id !== null && (login !== null || fields.login === null)) return { kind, id, login }
  if (kind === 'answer' && id !== null && held && lookedAt !== null) return { kind, id, held, lookedAt }
  if (kind === 'renewed' && held) return { kind, held }
  if (kind === 'ended' && login !== null) return { kind, login }
  return kind === 'look' ? { kind } : null
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
