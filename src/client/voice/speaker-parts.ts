import type { Language } from '#protocol/messages/codes.ts'
import type { Prompt } from '#sounds/prompts.ts'

/** What a page speaks with. */
export interface SpeakerParts {
  /** By the browser's own voice; false when it has none for the language or could not say it. */
  speakAloud(text: string, language: Language, volume: number, signal: AbortSignal): Promise<boolean>
  readonly clips: {
    /** Rejects when the clips cannot be had or heard. */
    play(names: Prompt['clips'], signal: AbortSignal): Promise<void>
    /** Heard at once, in the middle of a clip too. */
    setVolume(volume: number): void
    close(): void
  }
  readonly turns: {
    /** Whether this tab would speak if it could. */
    want(wanted: boolean): void
    /** Whether this tab is the one that speaks. */
    mine(): boolean
    /** Runs it when no other tab is in the middle of a sentence; not at all when aborted before. */
    alone(signal: AbortSignal, sentence: () => Promise<void>): Promise<void>
  }
}
