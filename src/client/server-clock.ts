import { useEffect, useState } from 'react'
import { api } from './net/api.ts'
import { useVariant } from './variant.tsx'

/**
 * The server's clock in epoch milliseconds for screens outside a section, ticked each second; null until it has
 * answered. Checked again every `clockPollMilliseconds` of the variant (S8); the quickest of the last answers
 * counts, its error is at most half its round trip.
 */
export function useServerClock(): number | null {
  const { clockPollMilliseconds } = useVariant()
  const [offset, setOffset] = useState<number | null>(null)
  const [now, setNow] = useState(() => Date.now())

  useEffect(() => {
    let left = false
    let probes: Probe[] = []
    const look = async () => {
      const found = await probe()
      if (left || !found) return
      probes = [...probes, found].slice(-8)
      setOffset(probes.reduce((best, one) => (one.roundTrip < best.roundTrip ? one : best)).offset)
    }
    void look()
    const timer = setInterval(() => void look(), clockPollMilliseconds)
    return () => {
      left = true
      clearInterval(timer)
    }
  }, [clockPollMilliseconds])

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])

  return offset === null ? null : now + offset
}

interface Probe {
  readonly offset: number
  readonly roundTrip: number
}

async function probe(): Promise<Probe | null> {
  const asked = Date.now()
  const answer = await api('getServerTimeNoauth')
  const heard = Date.now()
  if (!answer.ok) return null
  return { offset: answer.value.epoch - (asked + heard) / 2, roundTrip: heard - asked }
}
