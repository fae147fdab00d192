import { createConnection } from 'node:net'
import { type KeyAnswer, type KeyRequest, longestLine, readAnswer, requestLine } from './key-protocol.ts'
import type { KeyStore } from './key-ring.ts'
import { UnwrapError, type WrappingKey } from './wrapping-key.ts'

/** A service that takes longer is away (ms): a hardware module may need seconds after its start. */
const answerMilliseconds = 10_000

/** Keys in a service behind a Unix socket, which never leave it. */
export function createKeySocket(path: string): KeyStore {
  async function ask(request: KeyRequest): Promise<readonly string[]> {
    const answer = await exchange(path, request)
    if (answer.ok) return answer.words
    if (answer.problem === 'not-unwrapped' && 'about' in request)
      throw new UnwrapError(`${request.about} was altered or is another row's`)
    throw new Error(`the key service at ${path} refused ${request.type}: ${answer.problem}`)
  }

  async function one(request: KeyRequest): Promise<string> {
    const [word, ...more] = await ask(request)
    if (word === undefined || more.length > 0)
      throw new Error(`the key service at ${path} answered otherwise`)
    return word
  }

  function keyOf(id: string): WrappingKey {
    const bytes = async (type: 'wrap' | 'unwrap', value: Uint8Array, about: string) =>
      Buffer.from(await one({ type, keyId: id, about, value }), 'base64url')
    return {
      id,
      wrap: (plain, about) => bytes('wrap', plain, about),
      unwrap: (wrapped, about) => bytes('unwrap', wrapped, about),
      mark: (text) => one({ type: 'mark', keyId: id, text }),
    }
  }

  async function read(): Promise<readonly WrappingKey[]> {
    return (await ask({ type: 'keys' })).map(keyOf)
  }

  return {
    place: path,
    read,
    make: async () => null,
    async next() {
      const [present] = await read()
      if (!present) throw new Error(`the key service at ${path} has no key`)
      return present
    },
    settle: async () =>
      `The key service at ${path} has the key. Keep former ones, of KEY_FILE too, as long as backups made before.`,
  }
}

function exchange(path: string, request: KeyRequest): Promise<KeyAnswer> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path)
    const fail = (reason: string) => {
      socket.destroy()
      reject(new Error(`the key service at ${path} ${reason}`))
    }
    let text = ''
    socket.setEncoding('latin1').setTimeout(answerMilliseconds)
    socket.on('connect', () => socket.write(`${requestLine(request)}\n`))
    socket.on('timeout', () => fail('does not answer'))
    socket.on('error', (error) => fail(`cannot be reached: ${error.message}`))
    socket.on('close', () => fail('closed the connection without an answer'))
    socket.on('data', (part) => {
      text += part
      const end = text.indexOf('\n')
      if (end < 0) return void (text.length > longestLine && fail('answered too much'))
      const answer = readAnswer(text.slice(0, end))
      if (!answer) return fail('answered otherwise than it should')
      resolve(answer)
      socket.destroy()
    })
  })
}
