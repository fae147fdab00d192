import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isHidden } from '#domain/log/entry.ts'
import { type CallInput, failureOf, fileForm } from '#simulators/client/http-client.ts'
import { enterSession, type Participant } from '#simulators/client/session-client.ts'
import { sealAndSubmit } from '#simulators/fixtures/bids.ts'
import { pdf } from '#test/support/attachment-files.ts'
import { accountOf, bidderOf, type Hall, openHall, publishFor, testAuthority } from './hall.ts'
import { openDecryptionWindow } from './opening-steps.ts'

/* Deposits, files of the opener, the sign-in sheet and the CA report against a real server. */

let hall: Hall
let people: Record<'opener' | 'supervisor' | 'one' | 'two', Participant>
let bidFileId: string

beforeAll(async () => {
  hall = await openHall()
  const authority = await testAuthority()
  const [first, second] = [await bidderOf(hall, authority), await bidderOf(hall, authority)]
  const { session, opensAt } = await publishFor(hall, [first, second], 60)
  const bid = { figures: { price: '1.00' }, files: [], certificate: first.certificate.helper }
  bidFileId = (await sealAndSubmit(first.account, session, bid)).fileId
  await hall.platform.recordDeposits(
    session,
    [first, second].map(({ account }) => ({
      ...{ EntprsCode: account.unitCode, Bzj: '50000.00', BzjStatus: '' },
      DaoZhang_ShiJian: '2026-03-02T02:30:00.000Z',
    })),
  )
  await hall.clock.leapTo(opensAt)
  const accounts = {
    opener: await accountOf(hall, 'opener'),
    supervisor: await accountOf(hall, 'supervisor'),
    one: first.account,
    two: second.account,
  }
  const entered = await Promise.all(
    Object.entries(accounts).map(
      async ([name, account]) => [name, await enterSession(account, session)] as const,
    ),
  )
  people = Object.fromEntries(entered) as typeof people
  await openDecryptionWindow(people.opener, 30)
}, 120_000)

afterAll(async () => {
  for (const person of Object.values(people ?? {})) person.close()
  await hall?.close()
})

const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'answered',
    (error: unknown) => failureOf(error)?.code,
  )

type Edit = NonNullable<CallInput<'CreateTouBiaoBaoZhengJinReport_Edit'>['body']>
const edit = (person: Participant, body: Edit) => person.call('CreateTouBiaoBaoZhengJinReport_Edit', { body })

describe('deposits', () => {
  const row = { ZhiFu_ZhangHu: '6222 0000', bzjzt: '已缴纳' }

  it('[DEP-1] [DEP-3] are edited by the opener, with a new report, from JSON text or rows', async () => {
    await edit(people.opener, {
      EditValueJson: JSON.stringify([{ BidFileID: bidFileId, ...row }]),
      Reprint: 1,
    })
    const again = {
      EditValueJson: [{ BidFileID: bidFileId, EditRemark: '已核对' }],
      Reprint: true,
      Remarks: '补录到账',
    }
    await edit(people.opener, again)
    const { rows, accounts } = await people.opener.call('GetTouBiaoBaoZhengJinReport_EditInfo')
    expect(rows[0]).toMatchObject({ BidFileID: bidFileId, Bzj: '50000.00', EditRemark: '已核对', ...row })
    expect(accounts).toHaveLength(2)
    // The row can be written back as it was read.
    const { EntprsCode, EntprsName, Bzj, ...asRead } = rows[0] ?? expect.fail('no row')
    expect(asRead.DaoZhang_ShiJian).toBe('2026-03-02 10:30:00')
    await edit(people.opener, { EditValueJson: [{ ...asRead, BidFileID: bidFileId }] })
    const files = await people.opener.call('GetReportFileInfo')
    expect(files.map(({ kind, version, reason }) => [kind, version, reason])).toEqual([
      ['deposits', 1, ''],
      ['deposits', 2, '补录到账'],
    ])
  })

  it('[DEP-1] [DEP-4] the payment status is saved by the overview’s call too', async () => {
    const rows = [{ BidFileID: bidFileId, BzjJiaoNaQingKuang: '已到账' }]
    await people.opener.call('CreateReport_Edit', { body: { EditValueJson: rows } })
    expect(await people.one.call('GetBZJList')).toMatchObject([{ BzjStatus: '已到账' }])
    // With Reprint it makes the overview, which waits for the figures.
    const reprinted = { EditValueJson: rows, Reprint: 1 } as const
    expect(await codeOf(people.opener.call('CreateReport_Edit', { body: reprinted }))).toBe(
      'overview-too-early',
    )
  })

  it('[DEP-1] no other bidder learns of an edit, and nobody else edits', async () => {
    expect(await people.two.call('GetBZJList')).toMatchObject([{ ZhiFu_ZhangHu: '' }])
    expect(JSON.stringify(await people.two.call('getSessionSnapshot'))).not.toContain('6222 0000')
    expect(people.two.entries().filter((entry) => isHidden(entry)).length).toBeGreaterThan(0)
    expect(await codeOf(edit(people.supervisor, {}))).toBe('forbidden')
    expect(await codeOf(edit(people.opener, { EditValueJson: 'no rows' }))).toBe('edit-unreadable')
    const long = [{ BidFileID: bidFileId, bzjzt: '字'.repeat(11) }]
    expect(await codeOf(edit(people.opener, { EditValueJson: long }))).toBe('deposit-text-too-long')
  })

  it('[FIL-2] are checked with files that bidders do not see', async () => {
    const body = fileForm({}, { name: '对账单.pdf', bytes: await pdf('对账单', 1) })
    const { id } = await people.opener.call('UploadBaoZhengJinHeDuiWenJian', { body })
    expect(await people.supervisor.call('GetBaoZhengJinHeDuiWenJianList')).toMatchObject([
      { xh: 1, fileName: '对账单.pdf', fileid: id },
    ])
    expect(await codeOf(people.one.call('GetBaoZhengJinHeDuiWenJianList'))).toBe('forbidden')
    const download = { query: { fileID: id } }
    expect(await codeOf(people.one.call('GetBaoZhengJinHeDuiWenJian', download))).toBe('forbidden')
    await people.opener.call('DeleteBaoZhengJinHeDuiWenJian', { body: { fileID: id } })
    expect(await people.opener.call('GetBaoZhengJinHeDuiWenJianList')).toEqual([])
  })
})

describe('problems of the opening', () => {
  it('[FIL-1] are recorded with a file that everybody reads, under the given name', async () => {
    const bytes = await pdf('设备故障', 1)
    const body = fileForm({ FileName: '设备故障说明.pdf' }, { name: 'a.pdf', bytes })
    const added = await people.opener.call('UploadBidOpenFuJian', { body })
    expect(added).toMatchObject({ code: 1, message: '上传成功', reportName: '设备故障说明.pdf' })
    const listed = await people.one.call('getBidOpenFuJianList')
    expect(listed).toMatchObject([{ id: added.id, reportName: '设备故障说明.pdf', size: bytes.length }])
    expect(await codeOf(people.one.call('getBidOpenFuJian', { query: { id: added.id } }))).toBe('answered')
    expect(await codeOf(people.one.call('deleteBidOpenFuJian', { body: { id: added.id } }))).toBe('forbidden')
    await people.opener.call('deleteBidOpenFuJian', { body: { id: added.id } })
    expect(await people.one.call('getBidOpenFuJianList')).toEqual([])
  })

  it('[FIL-3] a file of another kind is refused', async () => {
    const body = fileForm({}, { name: 'a.pdf', bytes: new TextEncoder().encode('no pdf') })
    expect(await codeOf(people.opener.call('UploadBidOpenFuJian', { body }))).toBe('attachment-kind')
  })
})

it.each(['createCaReport', 'createSignInReport'] as const)(
  '[CER-4] [TAB-2] %s is made by the opener, read by the supervisor, and not offered to bidders',
  async (name) => {
    expect(await people.supervisor.call(name)).toMatchObject({ Result: false })
    const { ResultMessage } = await people.opener.call(name)
    expect(ResultMessage).toContain('getReportFile')
    expect(await people.supervisor.call(name)).toEqual({ Result: true, ResultMessage })
    expect(await codeOf(people.one.call(name))).toBe('document-not-offered')
  },
)
