import { rmSync, statSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import {
  answerLine,
  type KeyAnswer,
  type KeyProblem,
  type KeyRequest,
  longestLine,
  readRequest,
} from '#server/secrets/key-protocol.ts'
import { UnwrapError, type WrappingKey } from '#server/secrets/wrapping-key.ts'

/** How long (ms) a hall may take to send its request. */
const requestMilliseconds = 10_000

/** Answers the halls that connect to a Unix socket; the first key is for what is new. */
export async function serveKeys(
  socketPath: string,
  keys: () => Promise<readonly WrappingKey[]>,
): Promise<{ stop(): Promise<void> }> {
  // What a killed service left behind.
  if (statSync(socketPath, { throwIfNoEntry: false })?.isSocket()) rmSync(socketPath)
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    answerOnce(socket, (line) => answer(readRequest(line), keys))
  })
  const before = process.umask(0o077)
  try {
    await new Promise<void>((done, fail) => {
      server.once('error', fail).listen(socketPath, done)
    })
  } finally {
    process.umask(before)
  }
  return {
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        for (const socket of open) socket.destroy()
      }),
  }
}

function answerOnce(socket: Socket, respond: (line: string) => Promise<KeyAnswer>): void {
  let text = ''
  let isAsked = false
  socket.setEncoding('latin1').setTimeout(requestMilliseconds, () => socket.destroy())
  socket.on('error', () => socket.destroy())
  socket.on('data', (part) => {
    if (isAsked) return
    text += part
    const end = text.indexOf('\n')
    if (end < 0 && text.length <= longestLine) return
    isAsked = true
    const asked = end < 0 ? Promise.resolve(refused('bad-request')) : respond(text.slice(0, end))
    void asked.then((given) => socket.end(`${answerLine(given)}\n`))
  })
}

function refused(problem: KeyProblem): KeyAnswer {
  return { ok: false, problem }
}

async function answer(
  request: KeyRequest | null,
  keys: () => Promise<readonly WrappingKey[]>,
): Promise<KeyAnswer> {
  try {
    if (!request) return refused('bad-request')
    const all = await keys()
    if (request.type === 'keys') return { ok: true, words: all.map(({ id }) => id) }
    const key = all.find(({ id }) => id === request.keyId)
    return key ? { ok: true, words: [await use(key, request)] } : refused('unknown-key')
  } catch (error) {
    return refused(error instanceof UnwrapError ? 'not-unwrapped' : 'failed')
  }
}

async function use(key: WrappingKey, request: Exclude<KeyRequest, { type: 'keys' }>): Promise<string> {
  if (request.type === 'mark') return key.mark(request.text)
  const { type, about, value } = request
  const bytes = type === 'wrap' ? await key.wrap(value, about) : await key.unwrap(value, about)
  return Buffer.from(bytes).toString('base64url')
}
