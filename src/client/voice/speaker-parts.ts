import type { Language } from '#protocol/messages/codes.ts'
import type { Prompt } from '#sounds/prompts.ts'

/** The parts a speaker is made of. */
export interface SpeakerParts {
  /** Speaks with the browser's voice; false when it has none for the language or fails. */
  speakAloud(text: string, language: Language, volume: number, signal: AbortSignal): Promise<boolean>
  readonly clips: {
    /** Rejects when the clips cannot be loaded or played. */
    play(names: Prompt['clips'], signal: AbortSignal): Promise<void>
    /** Takes effect at once, also in the middle of a clip. */
    setVolume(volume: number): void
    close(): void
  }
  readonly turns: {
    /** Sets whether this tab would speak in its turn. */
    want(wanted: boolean): void
    /** Whether it is this tab's turn to speak. */
    mine(): boolean
    /** Runs it when no other tab is speaking; not at all when aborted before. */
    alone(signal: AbortSignal, sentence: () => Promise<void>): Promise<void>
  }
}
