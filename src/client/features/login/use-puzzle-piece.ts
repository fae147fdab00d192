import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { TrackPoint } from './use-captcha.ts'

interface PieceOptions {
  /** The piece's highest x, in pixels of the picture. */
  readonly longest: number
  readonly disabled: boolean
  /** Called when the piece is released, or placed with Enter; `track` is its path. */
  readonly onPlaced: (x: number, track: readonly TrackPoint[]) => void
}

/** Picture pixels that a key moves the piece by. */
const keySteps: Readonly<Record<string, number>> = {
  ArrowRight: 2,
  ArrowUp: 2,
  ArrowLeft: -2,
  ArrowDown: -2,
  PageUp: 10,
  PageDown: -10,
}

/** The position of the puzzle's piece, and the handlers that move it by pointer and by keyboard. */
export function usePuzzlePiece({ longest, disabled, onPlaced }: PieceOptions) {
  const [x, setX] = useState(0)
  const [track] = useState(createTrack)
  const element = useRef<HTMLDivElement>(null)
  const grip = useRef<{ clientX: number; clientY: number; x: number; perPixel: number } | null>(null)

  useEffect(() => {
    element.current?.focus({ preventScroll: true })
    element.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  function restart() {
    grip.current = null
    track.clear()
    setX(0)
  }

  function move(to: number, y: number, always = false) {
    if (track.points().length === 0) track.note(x, 0)
    const next = Math.min(longest, Math.max(0, to))
    setX(next)
    track.note(next, y, always)
    return next
  }

  function place(at: number, y: number) {
    track.note(at, y, true)
    onPlaced(round(at), track.points())
  }

  const handle = {
    ref: element,
    onPointerDown(event: PointerEvent<HTMLDivElement>) {
      if (disabled) return
      const { currentTarget, clientX, clientY, pointerId } = event
      currentTarget.setPointerCapture(pointerId)
      const room = (currentTarget.parentElement?.clientWidth ?? 0) - currentTarget.offsetWidth
      grip.current = { clientX, clientY, x, perPixel: room > 0 ? longest / room : 1 }
      track.note(x, 0)
    },
    onPointerMove({ clientX, clientY }: PointerEvent<HTMLDivElement>) {
      const held = grip.current
      if (held) move(held.x + (clientX - held.clientX) * held.perPixel, clientY - held.clientY)
    },
    onPointerUp({ clientX, clientY }: PointerEvent<HTMLDivElement>) {
      const held = grip.current
      grip.current = null
      if (!held) return
      const y = clientY - held.clientY
      const at = move(held.x + (clientX - held.clientX) * held.perPixel, y)
      // A click that does not move the handle is not an answer.
      if (at > 0) place(at, y)
    },
    onPointerCancel: restart,
    onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
      if (disabled) return
      if (event.key === 'Home') return restart()
      const step = keySteps[event.key]
      const isAnswer = event.key === 'Enter' || event.key === ' '
      if (step === undefined && !isAnswer) return
      // Keeps Enter from submitting the form around the puzzle.
      event.preventDefault()
      if (step !== undefined) move(x + step, 0, true)
      else if (x > 0) place(x, 0)
    },
  }
  return { x, handle }
}

/** The least time between two recorded moves of a pointer, in milliseconds; it bounds the length of a slow track. */
const trackStep = 16

/** Records the positions of the piece, with milliseconds since the first one. */
function createTrack() {
  let points: TrackPoint[] = []
  let began = 0
  return {
    points: (): readonly TrackPoint[] => points,
    /** `always`: recorded however soon after the last one. */
    note(x: number, y: number, always = false) {
      if (points.length === 0) began = performance.now()
      const t = Math.round(performance.now() - began)
      const last = points.at(-1)
      if (always || !last || t - last.t >= trackStep) points.push({ x: round(x), y: round(y), t })
    },
    clear() {
      points = []
    },
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
