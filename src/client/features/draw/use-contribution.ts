import { bytesToHex } from '@noble/hashes/utils.js'
import { useEffect, useRef } from 'react'
import { useLogin } from '#client/auth/login-store.ts'
import { useRole, useSend, useSession } from '#client/store/session-provider.tsx'
import { runningDraw } from '#domain/draw/draw-state.ts'
import { drawCommitment } from '#domain/draw/fair-draw.ts'
import { permissions } from '#domain/session/permissions.ts'

/**
 * Contributes to every draw automatically: commits to a random value while joining is open and reveals it once joining
 * has closed. The value is stored, so that it survives a reload and is the same in all tabs of an account. A refused or
 * late command is not repeated.
 */
export function useContribution(): void {
  const role = useRole()
  const account = useLogin((login) => login.who?.userCode ?? null)
  const draw = useSession(({ state }) => runningDraw(state))
  const send = useSend()
  const asked = useRef(new Set<string>())
  const may = role !== null && permissions.JoinDraw.roles.includes(role)

  useEffect(() => {
    if (!draw || !may || account === null) return
    const { id: drawId, attempt, phase } = draw
    const key = `kaibiao.draw.${drawId}.${attempt}.${account}`
    const value = phase === 'joining' ? (storedValue(key) ?? createValue(key)) : storedValue(key)
    if (value === null) return
    const commitment = drawCommitment(drawId, attempt, value)
    const own = Object.values(draw.joined).find((contribution) => contribution.commitment === commitment)
    const once = (what: string) => !asked.current.has(`${what} ${key}`) && asked.current.add(`${what} ${key}`)
    if (phase === 'joining' && !own && once('join')) void send('JoinDraw', { drawId, attempt, commitment })
    // A commitment that is missing from the closed list is not revealed.
    if (
      phase === 'revealing' &&
      own?.value === null &&
      draw.contributors.includes(commitment) &&
      once('reveal')
    )
      void send('RevealDraw', { drawId, attempt, value })
  }, [draw, may, account, send])
}

/** How long a value is kept: longer than any draw takes. */
const keptMilliseconds = 86_400_000

function storedValue(key: string): string | null {
  return localStorage.getItem(key)?.split(' ')[0] ?? null
}

function createValue(key: string): string {
  removeOldValues()
  const value = bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
  localStorage.setItem(key, `${value} ${Date.now()}`)
  return value
}

function removeOldValues(): void {
  for (const key of Object.keys(localStorage)) {
    const [, at] = localStorage.getItem(key)?.split(' ') ?? []
    const isOld = !(Number(at) > Date.now() - keptMilliseconds)
    if (key.startsWith('kaibiao.draw.') && isOld) localStorage.removeItem(key)
  }
}
