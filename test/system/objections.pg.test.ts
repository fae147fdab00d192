import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isHidden } from '#domain/log/entry.ts'
import { type CallFailure, type CallInput, fileForm } from '#simulators/client/http-client.ts'
import { enterSession, type Participant } from '#simulators/client/session-client.ts'
import { sealAndSubmit } from '#simulators/fixtures/bids.ts'
import { doc, docx, joined, jpg, pdf } from '#test/support/attachment-files.ts'
import {
  accountOf,
  bidderOf,
  type Hall,
  openHall,
  publishFor,
  type TestBidder,
  testAuthority,
} from './hall.ts'
import { openDecryptionWindow } from './opening-steps.ts'

let hall: Hall
let opener: Participant
let supervisor: Participant
let bidders: [Participant, Participant]
let first: TestBidder
let ownFile: string

beforeAll(async () => {
  hall = await openHall()
  const authority = await testAuthority()
  first = await bidderOf(hall, authority)
  const second = await bidderOf(hall, authority)
  const { session, opensAt } = await publishFor(hall, [first, second], 60)
  const bid = { figures: { price: '1.00' }, files: [], certificate: first.certificate.helper }
  ownFile = (await sealAndSubmit(first.account, session, bid)).fileId
  await hall.clock.leapTo(opensAt)
  opener = await enterSession(await accountOf(hall, 'opener'), session)
  supervisor = await enterSession(await accountOf(hall, 'supervisor'), session)
  bidders = [await enterSession(first.account, session), await enterSession(second.account, session)]
}, 60_000)

afterAll(async () => {
  for (const person of [opener, supervisor, ...(bidders ?? [])]) person?.close()
  await hall.close()
})

const list = async (person: Participant) => (await person.call('getYiYiList')).rows

function raise(person: Participant, body: Partial<CallInput<'createYiYi'>['body']>) {
  return person.call('createYiYi', { body: { objectionContent: '评标办法不明', ...body } })
}

/** The message of a refused call. */
async function refusal(asked: Promise<unknown>): Promise<string | undefined> {
  return asked.then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? (error.cause as CallFailure).message : undefined),
  )
}

test('an objection is refused with the prescribed texts', async () => {
  const [bidder] = bidders
  expect(await refusal(raise(bidder, { objectionContent: ' ' }))).toBe('请填写异议内容！')
  expect(await refusal(raise(bidder, { BidFileId: crypto.randomUUID() }))).toBe('不存在此投标人!')
  expect(await refusal(raise(bidder, { ENTPRSNAME: '别的投标人' }))).toBe('不存在此投标人!')
  expect(await refusal(raise(bidder, { objectionContent: '异'.repeat(1001) }))).toContain('1000')
  expect(await list(opener)).toEqual([])
})

test('an objection is raised, answered and read, and hidden from other bidders', async () => {
  const [bidder, other] = bidders
  const { seq } = await raise(bidder, { BidFileId: ownFile, ENTPRSNAME: first.name })
  const [raised] = await list(opener)
  expect(raised).toMatchObject({
    entprsName: first.name,
    objectionContent: '评标办法不明',
    isRespond: false,
    respondTime: null,
    tbrIsRead: false,
  })
  const id = raised?.objectionGuid ?? ''
  const reply = (respondContent: string) =>
    opener.call('replyYiYi', { body: { ObjectionGuid: id, respondContent } })
  expect(await refusal(reply(''))).toBe('请填写回复内容!')
  await reply('以招标文件为准')
  const read = { BidFileId: ownFile, ObjectionGuid: id }
  expect(await refusal(other.call('setYiYiIsRead', { body: { ...read, BidFileId: '' } }))).toBe(
    '该异议不存在！',
  )
  await bidder.call('setYiYiIsRead', { body: read })
  await bidder.call('setYiYiIsRead', { body: read })

  const answered = [{ ...raised, isRespond: true, respondContent: '以招标文件为准', tbrIsRead: true }]
  for (const person of [opener, supervisor, bidder]) {
    const rows = await list(person)
    expect(rows.map(({ respondTime: _at, ...row }) => row)).toEqual(
      answered.map(({ respondTime: _at, ...row }) => row),
    )
  }
  expect(await list(other)).toEqual([])
  const { entries, head } = await other.call('getSessionLog', { query: { after: seq - 1 } })
  const hidden = entries.filter((entry) => isHidden(entry as never)).map((entry) => entry.seq)
  expect(hidden).toEqual([seq, seq + 1, seq + 2])
  expect(head).toBe(seq + 2)
})

/** Uploads a file as an objection's attachment. */
const upload = (person: Participant, bytes: Uint8Array, name = '异议书.pdf') =>
  person.call('uploadYiYiFuJian', { body: fileForm({}, { name, bytes }) })

const fetched = (person: Participant, objectionFileGuid: string) =>
  person.call('getYiYiFuJian', { query: { objectionFileGuid } })

/** The message of each refused call. */
function refusals(asked: readonly Promise<unknown>[]): Promise<(string | undefined)[]> {
  return Promise.all(asked.map(refusal))
}

test('an attachment is refused for its content, size or name, and if it is a second one', async () => {
  const [bidder] = bidders
  const text = new TextEncoder().encode('<html>异议</html>')
  expect(await refusal(upload(bidder, text, '异议书.pdf'))).toBe('上传文件只支持jpg/pdf/doc/docx格式!')
  expect(await refusal(upload(bidder, joined(jpg(), docx()), '异议书.jpg'))).toBe(
    '上传文件只支持jpg/pdf/doc/docx格式!',
  )
  for (const bytes of [50, 51, 60]) {
    const large = new Uint8Array(bytes * 1024 * 1024)
    expect(await refusal(upload(bidder, large)), `${bytes} MB`).toBe('上传文件大小不能超过 50MB!')
  }
  expect(await refusal(upload(bidder, await pdf(), `${'附'.repeat(51)}.pdf`))).toBe(
    '上传文件名不能超过 50 个字符!',
  )
  const two = fileForm({}, { name: 'a.pdf', bytes: await pdf() })
  two.append('another', new Blob([new Uint8Array(jpg())]), 'b.jpg')
  expect(await refusal(bidder.call('uploadYiYiFuJian', { body: two }))).toBe('只能上传一个文件!')
  expect(await refusal(bidder.call('uploadYiYiFuJian', { body: new FormData() }))).toBe('请选择文件！')
  expect(await readdir(join(hall.dataDir, 'objections', 'incoming'))).toEqual([])
})

test('an attachment may be of four kinds, told by its content, which also decides its extension', async () => {
  const [bidder] = bidders
  for (const [bytes, given, kept] of [
    [jpg(), '扫描件.pdf', '扫描件.pdf.jpg'],
    [await pdf(), '..\\异议书.pdf', '异议书.pdf'],
    [doc(), '异议书.doc', '异议书.doc'],
    [docx(), '异议书', '异议书.docx'],
  ] as const) {
    const uploaded = await upload(bidder, bytes, given)
    expect(uploaded).toMatchObject({
      ResultMessage: '上传成功',
      objectionFileName: kept,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    expect(Buffer.from(await fetched(bidder, uploaded.objectionFileGuid))).toEqual(Buffer.from(bytes))
  }
})

test('an attachment can be deleted before it is submitted, but not afterwards', async () => {
  const [bidder] = bidders
  const { objectionFileGuid } = await upload(bidder, await pdf())
  const remove = (id: string) => bidder.call('deleteYiYiFuJian', { body: { objectionFileGuid: id } })
  expect(await remove(objectionFileGuid)).toMatchObject({ ResultMessage: '删除成功' })
  expect(await refusal(fetched(bidder, objectionFileGuid))).toBe('内容不存在！')
  expect(await refusal(remove(objectionFileGuid))).toBe('删除文件失败!')
  expect(await refusal(raise(bidder, { objectionFileGuid }))).toBe('附件已不存在，请重新上传！')
  const submitted = await upload(bidder, jpg(), '扫描件.jpg')
  await raise(bidder, { objectionFileGuid: submitted.objectionFileGuid })
  expect(await refusal(remove(submitted.objectionFileGuid))).toBe('删除文件失败!')
  expect(await refusal(raise(bidder, { objectionFileGuid: submitted.objectionFileGuid }))).toBe(
    '附件已不存在，请重新上传！',
  )
})

test('an attachment’s hash is in the log, and those who may see the objection can fetch it', async () => {
  const [bidder] = bidders
  const bytes = await pdf('绑定')
  const { objectionFileGuid: id, sha256 } = await upload(bidder, bytes)
  const { seq } = await raise(bidder, { objectionContent: '附件为证', objectionFileGuid: id })
  const { entries } = await supervisor.call('getSessionLog', { query: { after: seq - 1 } })
  expect(entries[0]).toMatchObject({
    type: 'ObjectionRaised',
    version: 2,
    payload: { attachment: { fileId: id, name: '异议书.pdf', kind: 'pdf', size: bytes.length, sha256 } },
  })
  for (const person of [opener, supervisor, bidder]) {
    const row = (await list(person)).find(({ objectionContent }) => objectionContent === '附件为证')
    expect(row).toMatchObject({ objectionFileName: '异议书.pdf', objectionFileSize: bytes.length })
    expect(row?.objectionFileUrl).toContain(id)
    expect(Buffer.from(await fetched(person, id))).toEqual(Buffer.from(bytes))
  }
})

test('an attachment is served for download only, never for display', async () => {
  const [bidder] = bidders
  const { objectionFileGuid: id, objectionFileUrl } = await upload(bidder, docx(), `"evil';\r\n 文.docx`)
  const body = { bidProjGuid: bidder.session, dbGuid: bidder.session }
  const { oauth2 } = await first.account.call('getProjectAuthorization', { body })
  const headers = { authorization: `Bearer ${oauth2}` }
  const answer = await fetch(`${hall.http.url}${objectionFileUrl}`, { headers })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename\*=UTF-8''[\w.%!~-]+\.docx$/,
  )
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('content-type')).toContain('wordprocessingml')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect((await fetch(`${hall.http.url}${objectionFileUrl}`)).status).toBe(401)
  await bidder.call('deleteYiYiFuJian', { body: { objectionFileGuid: id } })
})

test('another bidder’s attachment cannot be reached by any call', async () => {
  const [bidder, other] = bidders
  const secret = `密件${crypto.randomUUID()}`
  const waiting = await upload(bidder, await pdf(secret), `${secret}.pdf`)
  const id = waiting.objectionFileGuid
  const roads = () => [
    fetched(other, id),
    other.call('deleteYiYiFuJian', { body: { objectionFileGuid: id } }),
    raise(other, { objectionFileGuid: id }),
    other.send({ type: 'RaiseObjection', payload: { content: '夺', attachmentId: id } }),
    other.send({ type: 'RaiseObjection', payload: { content: '夺', attachmentId: id } }, 'rest'),
    // Before submission only its bidder may use it.
  ]
  const refusedTo = ['内容不存在！', '删除文件失败!', ...Array(3).fill('附件已不存在，请重新上传！')]
  expect(await refusals(roads())).toEqual(refusedTo)
  expect(await refusals([fetched(opener, id), fetched(supervisor, id)])).toEqual([
    '内容不存在！',
    '内容不存在！',
  ])
  const { seq } = await raise(bidder, { objectionContent: secret, objectionFileGuid: id })
  expect(await refusals(roads())).toEqual(refusedTo)
  await other.until((state) => state.seq >= seq, 'the objection’s place in the log')
  const seen = [
    await list(other),
    await other.call('getSessionLog', { query: { after: 0 } }),
    await other.call('getSessionSnapshot'),
    await other.call('getKBProgressMessage'),
    await other.call('getTenderFileList'),
    other.entries(),
    other.state(),
  ].map((answer) => JSON.stringify(answer))
  for (const answer of seen) {
    for (const trace of [secret, id, waiting.sha256]) expect(answer).not.toContain(trace)
  }
  const report = await textOf(await other.call('CreateObjectionAndReplyReport'))
  expect(report).not.toContain(secret)
  expect(await refusal(other.call('getTenderFile', { query: { fileId: id } }))).toBe('内容不存在！')
  const strangers = [waiting.sha256, `../objections/${id}`]
  for (const name of strangers) {
    expect((await hall.http.attempt('getYiYiFuJian', { query: { objectionFileGuid: name } })).ok).toBe(false)
  }
})
describe('the objection and reply report', () => {
  const report = (person: Participant, EntprsCode?: string) =>
    person.call('CreateObjectionAndReplyReport', { query: EntprsCode === undefined ? {} : { EntprsCode } })

  test('covers all bidders for staff, or one bidder on request', async () => {
    const [, other] = bidders
    await raise(other, { objectionContent: '另一家的异议' })
    for (const person of [opener, supervisor]) {
      const all = await textOf(await report(person))
      expect(all).toContain('另一家的异议')
      expect(all).toContain('评标办法不明')
      const one = await textOf(await report(person, first.account.unitCode))
      expect(one).toContain('评标办法不明')
      expect(one).not.toContain('另一家的异议')
    }
    expect(await refusal(report(opener, 'NOBODY'))).toBe('不存在此投标人!')
  })

  test('covers only the bidder’s own objections for a bidder', async () => {
    const [bidder, other] = bidders
    const own = await textOf(await report(bidder))
    expect(own).toContain('评标办法不明')
    expect(own).not.toContain('另一家的异议')
    expect(await textOf(await report(bidder, first.account.unitCode))).toContain('评标办法不明')
    for (const code of [first.account.unitCode, 'NOBODY']) {
      expect(await refusal(report(other, code))).toBe('您没有权限执行此操作！')
    }
  })
})

/** The text of a PDF without white space. */
async function textOf(file: Uint8Array): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise
  let text = ''
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    text += items.map((item) => ('str' in item ? item.str : '')).join('')
  }
  return text.replace(/\s/g, '')
}

test('no objection is accepted once decryption has started', async () => {
  await openDecryptionWindow(opener, 30)
  const closed = '开标已开始，不再接收异议和回复！'
  expect(await refusal(raise(bidders[0], {}))).toBe(closed)
  expect(await refusal(upload(bidders[0], await pdf()))).toBe(closed)
  const [raised] = (await list(bidders[0])).filter(({ objectionFileName }) => objectionFileName !== '')
  const id =
    new URL(raised?.objectionFileUrl ?? '', hall.http.url).searchParams.get('objectionFileGuid') ?? ''
  expect((await fetched(opener, id)).length).toBe(raised?.objectionFileSize)
})

test('the stage of a section with one envelope is the first', async () => {
  expect(await opener.call('getDbFlowStatus')).toMatchObject({ dbFlowStatus: 1, envelopes: 1 })
})
