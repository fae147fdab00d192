import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { chooseCertificate, forgetCertificate } from '#client/certificates/chosen-certificate.ts'
import { useOwnBidder } from '#client/session/use-own-bidder.ts'
import { toast } from '#client/ui/Toast.tsx'
import { event, type SessionEvent } from '#domain/session/event.ts'
import { filesOf } from '#domain/submission/bids.ts'
import { err } from '#lib/result.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import { readCertificate } from '#seal/certificate.ts'
import { firstBidder, secondBidder } from '#seal/test-certificates.ts'
import { helperOf, must, sealed } from '#seal/test-helpers.ts'
import { press, renderInSession, type Scene, type } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { bidderCode, commercialSubmission, fileId, twoFiles } from '#test/domain/sample-actors.ts'
import { DecryptForm } from './DecryptForm.tsx'

const decrypt = '解密投标文件'
const keyField = /^文件密钥\*/
const bid = await sealed()

afterEach(() => {
  forgetCertificate()
  vi.restoreAllMocks()
})

/** Shows the form while the decryption window is open, with the certificate of this bidder, or none. */
async function show(bidder: typeof firstBidder | null, manifest: string, scene: Scene = {}) {
  const helper = bidder && (await helperOf(bidder))
  if (helper) await chooseCertificate(helper)
  const unitCode = helper ? (must(readCertificate(helper.certificatePem)).unitCode ?? '') : bidderCode(1)
  return renderInSession(<Form unitCode={unitCode} />, {
    ...{ role: 'bidder', history: histories.decrypting() },
    serve: (path) => (path.includes('getFileInfo') ? infoOf(manifest) : null),
    ...scene,
  })
}

function Form({ unitCode }: { unitCode: string }) {
  const own = useOwnBidder()
  return own && <DecryptForm files={filesOf(own)} unitCode={unitCode} onSent={() => {}} />
}

/** The decryption is open, and the bidder has submitted two files. */
function decryptingTwo(): SessionEvent[] {
  const { address, hardwareSerial, ...second } = commercialSubmission(1)
  const origin = { address, hardwareSerial }
  return [
    ...histories.submitted(twoFiles),
    event('BidSubmitted', { bidderCode: bidderCode(1), ...second, replaces: null }, { origin }),
    ...histories.decrypting(twoFiles).slice(histories.submitted().length),
  ]
}

/** Opens the tab of the file key and returns its field. */
async function byFileKey(): Promise<HTMLInputElement> {
  await act(async () => screen.getByRole('tab', { name: '文件密钥解密' }).click())
  return screen.findByLabelText<HTMLInputElement>(keyField)
}

const alert = () => screen.queryByRole('alert')?.textContent ?? null
const change = (value: string) =>
  act(async () => void fireEvent.change(screen.getByLabelText(keyField), { target: { value } }))

function infoOf(manifest: string): Response {
  const hash = '0'.repeat(64)
  return Response.json({
    ...{ kind: 'technical', tbwjLeiXing: 'TBJ' },
    ...{ bidFileId: fileId(1), fileName: 'own.kbid', manifest, ciphertextHash: hash },
    ...{ submittedAt: '2026-03-02T01:00:00.000Z', status: 'sealed' },
  })
}

test('[DEC-6] the key is unwrapped in the page with the certificate and sent', async () => {
  const { sent } = await show(firstBidder, bid.manifest)
  await press(document.body, decrypt)
  const payload = { fileId: fileId(1), method: 'certificate', key: bid.identity }
  await waitFor(() => expect(sent).toEqual([{ type: 'DecryptBid', payload }]))
  expect(screen.queryByText('解密失败！')).toBeNull()
})

test('while a phone has to confirm, the button says so', async () => {
  const helper = await helperOf(firstBidder)
  await show(firstBidder, bid.manifest)
  await act(() => chooseCertificate({ ...helper, asksEachTime: true, unwrap: () => new Promise(() => {}) }))
  screen.getByText(/^使用手机中的证书：/)
  await press(document.body, decrypt)
  await screen.findByText('等待手机确认…')
})

test.each<[string, typeof firstBidder, string, string]>([
  [
    'another certificate than it was sealed with',
    secondBidder,
    bid.manifest,
    '该证书打不开这份投标文件的密钥。请使用递交时的证书，或改用文件密钥。',
  ],
  [
    'a manifest that was changed',
    firstBidder,
    `${bid.manifest.slice(0, -86)}${'A'.repeat(86)}`,
    '无法读取投标文件清单。请改用文件密钥解密，或联系技术支持。',
  ],
])('%s opens nothing; the reason is shown and nothing is sent', async (_, bidder, manifest, words) => {
  const { sent } = await show(bidder, manifest)
  await press(document.body, decrypt)
  const notice = await screen.findByText(words)
  expect(notice.closest('[role=alert]')?.textContent).toContain('解密失败！')
  expect(sent).toEqual([])
  await press(document.body, '更换证书')
  expect(screen.queryByText(words)).toBeNull()
})

test('another unit’s certificate is refused in words of the decryption', async () => {
  await chooseCertificate(await helperOf(secondBidder))
  await renderInSession(<Form unitCode={bidderCode(1)} />, {
    role: 'bidder',
    history: histories.decrypting(),
  })
  expect(screen.getByRole('alert').textContent).toContain('解密失败！请插入本单位投标时使用的CA进行解密')
  expect(screen.queryByText(/签名失败/)).toBeNull()
  expect(screen.queryByRole('button', { name: decrypt })).toBeNull()
})

test('a refused file key stays in its field to be corrected', async () => {
  const section = await show(null, bid.manifest)
  const field = await byFileKey()
  await type(document.body, keyField, bid.fileKey)
  await press(document.body, decrypt)
  const refusal = {
    bidderCode: bidderCode(1),
    fileId: fileId(1),
    method: 'file-key',
    cause: 'wrong-key',
  } as const
  const handedOver = [...histories.decrypting(), histories.handedOver(1, 'file-key')]
  section.tell(handedOver)
  section.tell([...handedOver, event('DecryptionRefused', refusal)])
  expect(screen.getByLabelText(keyField)).toBe(field)
  expect(field.value).toBe(bid.fileKey)
})

test('[DEC-6] a file key is required, checked before it is sent, and stays after a refusal', async () => {
  const said = vi.spyOn(toast, 'error')
  const refusal = {
    code: 'decryption-closed',
    message: messageFor('zh-CN', { code: 'decryption-closed' }),
    params: {},
  }
  const { sent } = await show(null, bid.manifest, { answer: async () => err(refusal) })
  const field = await byFileKey()
  await press(document.body, decrypt)
  expect(alert()).toBe('请输入文件密钥')
  await type(document.body, keyField, 'ABCD-EFGH')
  expect(alert()).toBe('文件密钥格式不正确：请逐字核对，是否漏字或看错（不含字母 B、I、O 和数字 1）。')
  await press(document.body, decrypt)
  expect(sent).toEqual([])
  const typed = bid.fileKey.toLowerCase().replaceAll('-', ' ')
  await type(document.body, keyField, typed)
  expect(alert()).toBeNull()
  await press(document.body, decrypt)
  const payload = { fileId: fileId(1), method: 'file-key', key: bid.identity }
  expect(sent).toEqual([{ type: 'DecryptBid', payload }])
  expect(said).toHaveBeenCalledExactlyOnceWith(refusal.message, refusal.code)
  expect(field.value).toBe(typed)
})

test('[DEC-6] after a key was accepted, the next file’s key is checked once its field is left', async () => {
  const section = await show(null, bid.manifest, { history: decryptingTwo() })
  const first = await byFileKey()
  await type(document.body, keyField, bid.fileKey)
  await press(document.body, decrypt)
  expect(section.sent).toHaveLength(1)
  fireEvent.change(screen.getByRole('combobox'), { target: { value: commercialSubmission(1).fileId } })
  expect(screen.getByLabelText(keyField)).not.toBe(first)
  await change('A')
  expect(alert()).toBeNull()
  await act(async () => void fireEvent.blur(screen.getByLabelText(keyField)))
  expect(alert()).toMatch(/^文件密钥格式不正确/)
  fireEvent.change(screen.getByRole('combobox'), { target: { value: fileId(1) } })
  expect(screen.getByLabelText<HTMLInputElement>(keyField).value).toBe(bid.fileKey)
})

test('a file key’s problem is removed when its field is left empty', async () => {
  await show(null, bid.manifest)
  await byFileKey()
  await type(document.body, keyField, 'A')
  expect(alert()).toMatch(/^文件密钥格式不正确/)
  await type(document.body, keyField, '')
  expect(alert()).toBeNull()
})

test('a connection problem is shown until reconnection', async () => {
  const serve = (path: string) => {
    if (path.includes('getFileInfo')) throw new TypeError('Failed to fetch')
    return null
  }
  const { line } = await show(firstBidder, bid.manifest, { serve })
  line('live')
  await press(document.body, decrypt)
  const words = '网络连接中断，请稍后重试！'
  expect(await screen.findByText(words)).toBeTruthy()
  line('offline')
  expect(screen.getByText(words)).toBeTruthy()
  line('catching-up')
  expect(screen.getByText(words)).toBeTruthy()
  line('live')
  expect(screen.queryByText(words)).toBeNull()
})

test('a certificate problem stays after reconnection when an earlier file had a connection problem', async () => {
  let asked = 0
  const serve = (path: string) => {
    if (!path.includes('getFileInfo')) return null
    asked += 1
    if (asked === 1) throw new TypeError('Failed to fetch')
    return infoOf(bid.manifest)
  }
  const { line } = await show(secondBidder, bid.manifest, { serve, history: decryptingTwo() })
  line('live')
  await press(document.body, /解密/)
  const words = /^该证书打不开这份投标文件的密钥/
  await screen.findByText(words)
  line('offline')
  line('live')
  expect(screen.getByText(words)).toBeTruthy()
})

test('a certificate problem stays after reconnection', async () => {
  const { line } = await show(secondBidder, bid.manifest)
  await press(document.body, decrypt)
  await screen.findByText('解密失败！')
  line('offline')
  line('live')
  expect(screen.getByText('解密失败！')).toBeTruthy()
})
