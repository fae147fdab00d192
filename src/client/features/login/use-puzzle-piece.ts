import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { TrackPoint } from './use-captcha.ts'

interface PieceOptions {
  /** How far the piece can go, in pixels of the picture. */
  readonly longest: number
  readonly disabled: boolean
  /** The piece was let go of, or placed by Enter, with the way it came. */
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

/** A pointer's moves are noted at most as often, in milliseconds: a slow hand makes no endless track. */
const trackStep = 16

/** Where the puzzle's piece is, and what its handle needs for being moved by pointer and by keys alike. */
export function usePuzzlePiece({ longest, disabled, onPlaced }: PieceOptions) {
  const [x, setX] = useState(0)
  const element = useRef<HTMLDivElement>(null)
  const track = useRef<TrackPoint[]>([])
  const began = useRef(0)
  const grip = useRef<{ clientX: number; clientY: number; x: number; perPixel: number } | null>(null)

  useEffect(() => {
    element.current?.focus({ preventScroll: true })
    element.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  /** Back to the start, as if nothing had been moved. */
  function restart() {
    grip.current = null
    track.current = []
    setX(0)
  }

  function move(to: number, y: number, always = false) {
    if (track.current.length === 0) note(x, 0)
    const next = Math.min(longest, Math.max(0, to))
    setX(next)
    note(next, y, always)
    return next
  }

  function note(at: number, y: number, always = false) {
    if (track.current.length === 0) began.current = performance.now()
    const t = Math.round(performance.now() - began.current)
    const before = track.current.at(-1)
    if (always || !before || t - before.t >= trackStep) track.current.push({ x: round(at), y: round(y), t })
  }

  function place(at: number, y: number) {
    note(at, y, true)
    onPlaced(round(at), track.current)
  }

  const handle = {
    ref: element,
    onPointerDown(event: PointerEvent<HTMLDivElement>) {
      if (disabled) return
      const { currentTarget, clientX, clientY, pointerId } = event
      currentTarget.setPointerCapture(pointerId)
      const room = (currentTarget.parentElement?.clientWidth ?? 0) - currentTarget.offsetWidth
      grip.current = { clientX, clientY, x, perPixel: room > 0 ? longest / room : 1 }
      note(x, 0)
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
      // A mere click on the handle is no answer.
      if (at > 0) place(at, y)
    },
    onPointerCancel: restart,
    onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
      if (disabled) return
      if (event.key === 'Home') return restart()
      const step = keySteps[event.key]
      const isAnswer = event.key === 'Enter' || event.key === ' '
      if (step === undefined && !isAnswer) return
      // Enter is for the puzzle here, not for the form around it.
      event.preventDefault()
      if (step !== undefined) move(x + step, 0, true)
      else if (x > 0) place(x, 0)
    },
  }
  return { x, handle }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
