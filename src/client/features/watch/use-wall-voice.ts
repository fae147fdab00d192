import { useEffect, useRef, useState } from 'react'
import { asyncScheduler } from 'rxjs'
import { useLogin } from '#client/auth/login-store.ts'
import { preferencesStore } from '#client/store/preferences.ts'
import { later } from '#client/voice/later.ts'
import { createBrowserSpeaker } from '#client/voice/speaker.ts'
import { type DeadlineWarning, warningsOfWindow } from '#domain/session/warnings.ts'
import { epochOf } from '#lib/time.ts'
import type { WatchedSection } from '#protocol/socket/watched.ts'
import { type Caption, createPromptQueue, type PromptQueue } from '#sounds/prompt-queue.ts'
import { timeLeftPrompt } from '#sounds/prompts.ts'
import { promptBetween } from '#sounds/wall-prompts.ts'
import { warnings$ } from '#streams/warnings.ts'

/**
 * Says what changes in the chosen section, and warns of its deadlines (WAL-5). Returns the caption of what is being
 * said. `offset`: milliseconds by which the server's clock is ahead.
 */
export function useWallVoice(chosen: WatchedSection | null, offset: number | null): Caption | null {
  const [caption, setCaption] = useState<Caption | null>(null)
  const who = useLogin((login) => login.who)
  const person = who ? `${who.role}:${who.userCode}` : ''
  const latest = useRef({ chosen, offset })
  latest.current = { chosen, offset }
  const voice = useRef<PromptQueue | null>(null)
  const before = useRef<WatchedSection | null>(null)
  const id = chosen?.id ?? null

  useEffect(() => {
    if (id === null) return
    const queue = createPromptQueue({
      speaker: createBrowserSpeaker(preferencesStore, id, person),
      ...{ now: serverNow, later },
      onCaption: setCaption,
    })
    const warnings = () => warningsIn(latest.current.chosen)
    const warned = warnings$({ warnings, serverNow, scheduler: asyncScheduler }).subscribe((warning) => {
      const left = epochOf(warning.deadline) - serverNow()
      queue.add(timeLeftPrompt(warning.window, left, false), serverNow())
    })
    voice.current = queue
    return () => {
      voice.current = null
      warned.unsubscribe()
      queue.close()
      setCaption(null)
    }

    function serverNow(): number {
      return Date.now() + (latest.current.offset ?? 0)
    }
  }, [id, person])

  useEffect(() => {
    const [last, next] = [before.current, chosen]
    before.current = chosen
    if (!last?.summary || !next?.summary || last.id !== next.id) return
    const now = Date.now() + (latest.current.offset ?? 0)
    const prompt = promptBetween(last.summary, next.summary, now)
    if (prompt) voice.current?.add(prompt, now)
  }, [chosen])
  return caption
}

/** The warnings of the section's running window. */
function warningsIn(section: WatchedSection | null): readonly DeadlineWarning[] {
  const { name, deadline, from, warnAt } = section?.summary?.window ?? {}
  if (!name || name === 'opening' || !deadline || !from || !warnAt) return []
  return warningsOfWindow({ window: name, deadline, from, warnAt })
}
