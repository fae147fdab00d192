import { expect, test } from 'vitest'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidder, fileId } from '#test/domain/sample-actors.ts'
import { standard } from '#variants/standard.ts'
import type { Services } from '../services.ts'
import { downloadHandlers } from './bid-file-downloads.ts'

test('[BID-1] a file is asked for with the prefix of the section’s industry, or without one', async () => {
  const services = { settings: { variant: standard }, toolTickets: { addressOf: async () => null } }
  const call = downloadHandlers(services as unknown as Services).GetBidFileUrl
  const ownState = stateAfter(histories.submitted({ industry: 4 }))
  const urlOf = async (bidFileType: string) => {
    const context = {
      query: { bidFileType },
      language: 'zh-CN',
      session: { ownState },
      login: { actor: bidder(1) },
    }
    const answer = await call(context as unknown as Parameters<typeof call>[0])
    return answer.ok ? answer.value.url : answer.error.code
  }
  const own = `/api/KB_Local/getBidFile?BidFileId=${fileId(1)}`
  expect([await urlOf('TBJ'), await urlOf('GLTBJ'), await urlOf('SLTBJ')]).toEqual([own, own, null])
})
