import {
  type HelperAnswer,
  type HelperRefusal,
  type HelperRequest,
  helperRequest,
} from '#protocol/certificate-helper.ts'
import { fromBase64, utf8 } from '#seal/bytes.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import type { Keys } from './keys.ts'
import type { Scans, ScanTask } from './scans.ts'

type Answer = HelperAnswer<HelperRequest['command']> | HelperRefusal

/** Performs a page's request; invalid ones are refused with the specified texts (CER-3). */
export async function perform(body: unknown, devices: { keys: Keys; scans: Scans }): Promise<Answer> {
  const request = helperRequest.safeParse(body)
  return request.success ? answer(request.data, devices) : refuse('bad-request')
}

async function answer(
  request: HelperRequest,
  { keys, scans }: { keys: Keys; scans: Scans },
): Promise<Answer> {
  switch (request.command) {
    case 'list':
      return { certificates: keys.list() }
    case 'sign': {
      const data = fromBase64(request.data)
      return withKey(keys, request, async (key) => ({ signature: await key.sign(data) }))
    }
    case 'unwrap':
      return withKey(keys, request, async (key) => {
        const text = await key.unwrap(request.wrapped).catch(() => null)
        return text === null ? refuse('unwrap-failed') : { text }
      })
    case 'scan_login': {
      const { SourceString: source } = request
      if (source === '') return refuse('source-missing')
      return scans.show({ kind: 'login', certificate: '', perform: (key) => key.sign(utf8(source)) })
    }
    case 'scan_sign': {
      const { SourceString: source, CertInfo } = request
      if (source === '') return refuse('source-missing')
      if (CertInfo === '') return refuse('certificate-missing')
      const data = bytesOf(source)
      if (!data) return refuse('bad-request')
      return scans.show({ kind: 'sign', certificate: CertInfo, perform: (key) => key.sign(data) })
    }
    case 'scan_decrypt': {
      const { Data, CertInfo } = request
      if (Data === '') return refuse('data-missing')
      if (CertInfo === '') return refuse('certificate-missing')
      return scans.show({ kind: 'decrypt', certificate: CertInfo, perform: (key) => key.unwrap(Data) })
    }
    case 'scan_loginresult':
      return resultOf(scans, request.QRID, 'login')
    case 'scan_signresult':
      return resultOf(scans, request.QRID, 'sign')
    case 'scan_decryptresult':
      return resultOf(scans, request.QRID, 'decrypt')
  }
}

async function withKey(
  keys: Keys,
  { id, pin }: { id: string; pin: string },
  use: (key: CertificateHelper) => Promise<Answer>,
): Promise<Answer> {
  const key = keys.use(id, pin)
  return typeof key === 'string' ? refuse(key) : use(key)
}

function resultOf(scans: Scans, id: string, kind: ScanTask['kind']): Answer {
  const result = scans.result(id, kind)
  return typeof result === 'string' ? refuse(result) : result
}

function bytesOf(base64: string): Uint8Array | null {
  try {
    return fromBase64(base64)
  } catch {
    return null
  }
}

export function refuse(code: HelperRefusal['code']): HelperRefusal {
  return { Result: false, code, ResultMessage: messages[code] }
}

const messages: Readonly<Record<HelperRefusal['code'], string>> = {
  'bad-request': '请求内容不正确！',
  'unknown-certificate': '未找到证书，请插入CA！',
  'wrong-pin': 'PIN码错误！',
  locked: 'PIN码错误次数过多，证书已锁定！',
  'unwrap-failed': '解密失败！',
  'source-missing': '缺少SourceString！',
  'data-missing': '缺少Data！',
  'certificate-missing': '缺少CertInfo！',
  'unknown-code': '获取状态失败！',
  declined: '扫码失败！',
}
