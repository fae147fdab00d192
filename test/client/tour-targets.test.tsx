import { screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loginStore } from '#client/auth/login-store.ts'
import { ProgressLog } from '#client/features/progress-log/ProgressLog.tsx'
import { SectionListPage } from '#client/features/section-list/SectionListPage.tsx'
import { LogColumn } from '#client/features/shell/LogColumn.tsx'
import { StepNav } from '#client/features/shell/StepNav.tsx'
import { addressOf, isSectionPlace } from '#client/features/tour/tour-place.ts'
import { type SectionPlace, type TourPlace, tours } from '#client/features/tour/tour-steps.ts'
import { TrailPage } from '#client/features/trail/TrailPage.tsx'
import { WatchPage } from '#client/features/watch/WatchPage.tsx'
import * as listChannel from '#client/net/section-list-channel.ts'
import * as wallChannel from '#client/net/watch-channel.ts'
import { screens } from '#client/section-screens.tsx'
import { preferencesStore } from '#client/store/preferences.ts'
import { type TourRole, tourRoles } from '#client/store/tour.ts'
import type { Role } from '#domain/session/actor.ts'
import { isoTime } from '#lib/time.ts'
import { renderInRegion } from '#test/client/render-in-region.tsx'
import { renderInSession } from '#test/client/render-in-session.tsx'
import { watchedSection } from '#test/client/watched-section.ts'
import * as histories from '#test/domain/histories.ts'
import { openingTime } from '#test/support/sample-tender.ts'
import { standard } from '#variants/standard.ts'

/* The guided tour points at elements of other features' screens: each has to be there. */

beforeEach(() => {
  preferencesStore.setState({ logOpen: true })
  vi.spyOn(listChannel, 'openSectionListChannel').mockReturnValue({ close() {} })
  vi.spyOn(wallChannel, 'openWatchChannel').mockReturnValue({ close() {} })
})
afterEach(() => {
  preferencesStore.setState({ logOpen: null })
  vi.restoreAllMocks()
})

/** A section as it stands at a place. */
const standing = {
  waiting: histories.submitted,
  decryption: histories.decrypting,
  announcement: histories.reading,
  ended: histories.ended,
} as const

/** A section's screen at the place's address, with what the shell has around it. */
function SectionAt({ place }: { readonly place: SectionPlace }) {
  const address = addressOf(place, 's1')
  const route = new URL(address, 'http://hall').pathname.split('/')[3] as keyof typeof screens
  const screen = (
    <>
      <StepNav />
      {screens[route]}
      <LogColumn>
        <ProgressLog />
      </LogColumn>
    </>
  )
  return (
    <MemoryRouter initialEntries={[address]}>
      <Routes>
        <Route path={`/bid/:sessionId/${route}`} element={screen} />
      </Routes>
    </MemoryRouter>
  )
}

async function show(place: TourPlace, role: Role): Promise<void> {
  if (isSectionPlace(place)) {
    await renderInSession(<SectionAt place={place} />, {
      ...{ role, history: standing[place](), now: openingTime },
    })
    return
  }
  loginStore.setState({
    who: { userType: 1, role, userCode: 'u', userName: 'u', ShowName: 'u' },
    ready: true,
  })
  const now = Date.now()
  const section = watchedSection('s1', {})
  const row = {
    ...{ bdGuid: '6f6b1d3a-7a59-4a55-9a3e-0f3f1a2b3c4d', bdbh: 'HALL-1', bdmc: '标段 s1', pbType: 16 },
    ...{ gclx: 1, zsfs: 1, OpenBidTime: isoTime(now - 60_000), bidStatus: '开标中', BDZHUANGTAI: 0 },
    ...{ tbrCount: 3, remainTime: 0, submitted: false },
    running: { step: 'opening', bidStyle: 1, preReview: false, window: null },
  }
  const answers = {
    getServerTimeNoauth: { serverTime: isoTime(now), epoch: now },
    getJYPTGongChengLieBiao: { total: 1, more: false, rows: [row], serverTime: isoTime(now) },
    getWatchedSections: { now, ids: [section.id], more: 0, sections: [section] },
    getTrail: { total: 0, more: false, lines: [] },
  }
  const pages = { list: <SectionListPage />, wall: <WatchPage />, trail: <TrailPage /> }
  renderInRegion(pages[place], { variant: standard, at: addressOf(place, null), answers })
  if (place !== 'trail') await screen.findByText('标段 s1')
}

const visits = tourRoles.flatMap((role): [TourRole, TourPlace][] =>
  [...new Set(tours[role].map(({ place }) => place))].map((place) => [role, place]),
)

test.each(visits)('the %s’s tour finds at %s what it points at', async (role, place) => {
  await show(place, role)
  for (const { name, targets } of tours[role].filter((step) => step.place === place)) {
    await vi.waitFor(() => {
      const element = document.querySelector(targets[0])
      expect(element?.childElementCount, `${name}: ${targets[0]}`).toBeGreaterThan(0)
    })
  }
})
