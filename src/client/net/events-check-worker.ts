import { type EventsAnswer, type EventsQuestion, isWholeEvents } from './events-check.ts'

/* A worker of the page: hashing thousands of entries takes longer than everything else that a page does with them. */

addEventListener('message', ({ data: { id, text } }: MessageEvent<EventsQuestion>) => {
  postMessage({ id, isWhole: isWholeEvents(text) } satisfies EventsAnswer)
})
