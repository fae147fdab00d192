import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { tokens } from '#client/auth/tokens.ts'
import { api } from '#client/net/api.ts'
import { nothingFound } from '#client/net/nothing-found.ts'
import { enterSection } from '#client/session/enter-section.ts'
import { type RunningTour, tourStore } from '#client/store/tour.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Failure } from '#protocol/outcome.ts'
import { addressOf, candidatesFor, isSectionPlace } from './tour-place.ts'
import type { SectionPlace, TourStep } from './tour-steps.ts'

/** More sections than a demo has. */
const mostSections = 64

/** Goes to a step's screen, entering a section where it is one's; yields why that is not possible, else null. */
export function useWay({ section }: RunningTour, { place }: TourStep): Failure | null {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const here = useRef({ address: '', section })
  here.current = { address: pathname + search, section }
  const [failure, setFailure] = useState<Failure | null>(null)

  useEffect(() => {
    const gone = new AbortController()
    async function go() {
      setFailure(null)
      const at = isSectionPlace(place) ? await sectionFor(place, gone.signal) : ok(null)
      if (gone.signal.aborted) return
      if (!at.ok) return setFailure(at.error)
      if (at.value !== null) tourStore.getState().entered(at.value)
      const address = addressOf(place, at.value)
      if (address !== here.current.address) navigate(address)
    }

    /** The id of an entered section that shows the place. */
    async function sectionFor(place: SectionPlace, signal: AbortSignal): Promise<Result<string, Failure>> {
      const { address, section } = here.current
      // After a reload, and for a further step on the same screen.
      if (section !== null && address === addressOf(place, section)) return ok(section)
      const body = { PageSize: mostSections }
      const [open, ended] = await Promise.all([
        api('getJYPTGongChengLieBiao', { body, signal }),
        api('getBidProjKBEnd', { query: body, signal }),
      ])
      if (!open.ok) return open
      if (!ended.ok) return ended
      let failure: Failure = nothingFound
      for (const bdGuid of candidatesFor(place, { open: open.value.rows, ended: ended.value.rows })) {
        if (bdGuid === section && address.startsWith(`/bid/${section}/`)) return ok(section)
        // The screen of another section cannot go on without its authorization.
        if (address.startsWith('/bid/')) navigate('/hall')
        const options = { bdGuid, countBids: false, onStep: () => {}, signal }
        const entered = await enterSection({ api, tokens }, options)
        if (entered.ok) return ok(entered.value.sessionId)
        failure = entered.error
        if (signal.aborted) break
      }
      return err(failure)
    }
    void go()
    return () => gone.abort()
  }, [place, navigate])
  return failure
}
