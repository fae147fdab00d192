import type { IncomingMessage } from 'node:http'
import type { Actor } from '#domain/session/actor.ts'
import { submittedAt } from '#domain/submission/bids.ts'
import { ok } from '#lib/result.ts'
import type { sectionListCalls } from '#protocol/calls/section-list.ts'
import { refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import { readListed, readUnderWay } from '../session/read-under-way.ts'
import { isOpenTo, type Settings } from '../settings.ts'
import type { Handlers } from '../transport/handler.ts'
import { openingsTodayHandler } from './openings-today.ts'
import {
  countsFor,
  findPublished,
  isRunning,
  type Published,
  readPage,
  type Search,
  sectionListRow,
} from './published-sections.ts'

/** How long a section counts as a new project (LST-9). */
const newForMilliseconds = 7 * 24 * 3_600_000

/** The regional variant, and what the server lets whoever asks do. */
export function regionFor(request: IncomingMessage, settings: Settings) {
  const { variant, demo } = settings
  return { name: variant.name, demo, testAccounts: isOpenTo(request, 'testAccounts', settings), variant }
}

/** The section list: sections to be opened and ended ones, as far as the caller may see them (LST-2). */
export function sectionListHandlers(services: Services): Handlers<typeof sectionListCalls> {
  const { database, clock, settings } = services

  return {
    getOpeningsToday: openingsTodayHandler(services),

    async getServerTimeNoauth() {
      const epoch = clock()
      return ok({ serverTime: new Date(epoch).toISOString(), epoch })
    },

    async getVariant({ request }) {
      return ok(regionFor(request.raw, settings))
    },

    getJYPTGongChengLieBiao: ({ body, login }) =>
      list(services, login.actor, {
        ended: false,
        qualification: body.PBType,
        qualificationMethod: body.zsfs,
        projectKind: body.GCLX,
        industry: body.Hangye,
        specialty: body.GCLeiXing,
        fixedPrice: body.isGuDinFaBao,
        from: body.StartTime,
        to: body.EndTime,
        text: body.BHOrMC,
        publishedAfter: body.isXinXiangMu === 1 ? new Date(clock() - newForMilliseconds) : undefined,
        sortBy: body.SortBy,
        descending: body.SortDesc === 1,
        page: body.PageIndex,
        pageSize: body.PageSize,
      }),

    async getBidProjKBEnd({ query, login }) {
      const { actor } = login
      const foreign = query.EntprsCode !== undefined && query.EntprsCode !== actor.unitCode
      if (actor.role === 'bidder' && foreign) return refuse('forbidden')
      return list(services, actor, {
        ended: true,
        qualification: query.PBType,
        industry: query.Hangye,
        region: query.Region_Web,
        bidderCode: query.EntprsCode,
        from: query.startTime,
        to: query.EndTime,
        text: query.Name,
        sortBy: query.SortBy,
        descending: query.SortDesc === 1,
        page: query.PageIndex,
        pageSize: query.PageSize,
      })
    },

    async getJYPTGongCheng({ body, login }) {
      const row = await findPublished(database, login.actor, body.BDGuid)
      if (!row) return refuse('not-found')
      const counts = countsFor(login.actor, settings.variant.hall)
      const listed = sectionListRow(row, { counts, now: clock() })
      return ok([
        {
          ...listed,
          ...{ bidProjGuid: row.id, dbGuid: row.id, webGuid: null },
          ...{ jbjssj: listed.OpenBidTime, jbrq: listed.OpenBidTime },
          createDate: row.createdAt.toISOString(),
        },
      ])
    },
  }
}

async function list(services: Services, actor: Actor, search: Search) {
  const { database, clock, settings } = services
  const counts = countsFor(actor, settings.variant.hall)
  const isHidden = counts === 'never' || (counts === 'at-opening' && !search.ended)
  // The order would reveal hidden counts.
  if (search.sortBy === 'tbrCount' && isHidden) return refuse('forbidden')
  const now = clock()
  const countsUntil = counts === 'at-opening' ? new Date(now) : undefined
  const { rows, total, more } = await readPage(database, actor, { ...search, countsUntil })
  const shown = rows.map(async (row) => {
    const read = () => services.log.stateAtLeast(row.id, row.head)
    return {
      ...sectionListRow(row, { counts, now }),
      submitted: await hasSubmitted(services, actor, row, now),
      running: isRunning(row, now) ? await readUnderWay(read) : null,
    }
  })
  return ok({ total, more, rows: await Promise.all(shown), serverTime: new Date(now).toISOString() })
}

/**
 * Whether a bidder has submitted a file that they may still replace; false after the opening time. The log is asked
 * each time: what is read only when there is more would tell by its time that others submit (RIV-1).
 */
async function hasSubmitted(
  { log }: Pick<Services, 'log'>,
  actor: Actor,
  { id, opensAt }: Published,
  now: number,
): Promise<boolean> {
  if (actor.role !== 'bidder' || opensAt.getTime() <= now) return false
  const bidder = (await readListed(() => log.state(id)))?.unredactedState.bidders[actor.unitCode ?? '']
  return bidder !== undefined && submittedAt(bidder) !== null
}
