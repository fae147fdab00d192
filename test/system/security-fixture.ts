import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { io } from 'socket.io-client'
import type { LoginAnswer } from '#protocol/calls/access.ts'
import { wireVersion } from '#protocol/socket/messages.ts'
import { createKeyFile } from '#server/secrets/key-file.ts'
import { ownKeyFile } from '#server/settings.ts'
import type { Authority } from '#simulators/certificates/test-authority.ts'
import type { HttpClient } from '#simulators/client/http-client.ts'
import { freePort, startServer } from '#simulators/fixtures/server-process.ts'
import { serveKeys } from '#simulators/key-service/server.ts'
import { answerOf, slideTo } from '#test/support/captcha.ts'
import { freshDatabase } from '#test/support/pg-database.ts'
import { openHall, testAuthority } from './hall.ts'

/**
 * Two nodes on one database, which trust one authority; `second` is the second node's environment. The first has the
 * wrapping key in its file, the second asks a key service that has the same.
 */
export async function openNodes(second: Record<string, string> = {}) {
  const { url: databaseUrl, drop } = await freshDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'kaibiao-roots-'))
  const authority: Authority = await testAuthority()
  const roots = join(folder, 'roots.pem')
  writeFileSync(roots, authority.certificatePem)
  const environment = { DATABASE_URL: databaseUrl, TRUST_ROOTS: roots }
  const hall = await openHall({ environment })
  const place = { dataDir: hall.dataDir, port: await freePort() }
  const keyFile = createKeyFile(ownKeyFile(hall.dataDir), false)
  const keyService = await serveKeys(join(folder, 'keys.sock'), keyFile.read)
  const withService = { ...environment, KEY_SOCKET: join(folder, 'keys.sock'), ...second }
  const other = await startServer({ ...place, environment: withService })
  hall.clock.drives(other)
  return {
    hall,
    /** Address of the second node. */
    otherUrl: other.url,
    authority,
    databaseUrl,
    /** One more node as the second is. */
    async startAnother() {
      return startServer({ ...place, port: await freePort(), environment: withService })
    },
    async close() {
      await other.stop()
      await keyService.stop()
      await hall.close()
      await drop()
      rmSync(folder, { recursive: true })
    },
  }
}

export function post(url: string, path: string, body: object | null, headers: Record<string, string> = {}) {
  if (body === null) return fetch(url + path, { method: 'POST', headers })
  const json = { 'content-type': 'application/json', ...headers }
  return fetch(url + path, { method: 'POST', headers: json, body: JSON.stringify(body) })
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** The status of a call made with a token: of a user, or of a section. */
async function statusOf(url: string, path: string, token: string): Promise<number> {
  return (await fetch(`${url}${path}`, { headers: bearer(token) })).status
}
export const asUser = (url: string, token: string) => statusOf(url, '/api/Oauth/getSelf', token)
export const inSection = (url: string, token: string) => statusOf(url, '/api/KB_Local/getKBFlowStatus', token)

export interface SocketAttempt {
  /** `connected`, or the code of the refusal. */
  readonly answer: string
  /** Resolves when the server ends the connection. */
  readonly ended: Promise<void>
  /** The code of the refusal of a command; `done`, or `ended` when the connection ends before. */
  command(type: string): Promise<string>
  /** Asks for one more namespace on the same connection; the answer as above. */
  also(namespace: string, token: string): Promise<string>
  /** Sends an event. */
  send(event: string, message: object): void
  close(): void
}

/** Opens a socket with a token, without reconnecting. */
export function openSocket(
  url: string,
  token: string,
  headers: Record<string, string> = {},
): Promise<SocketAttempt> {
  const socket = io(url, {
    auth: { token, version: wireVersion },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders: headers,
  })
  const ended = new Promise<void>((done) => socket.once('disconnect', () => done()))
  return new Promise((answer) => {
    const command = (type: string) => {
      const id = crypto.randomUUID()
      socket.emit('cmd', { id, type, payload: {} })
      return new Promise<string>((done) => {
        socket.on('nack', (nack: { id: string; code: string }) => nack.id === id && done(nack.code))
        socket.on('ack', (ack: { id: string }) => ack.id === id && done('done'))
        void ended.then(() => done('ended'))
      })
    }
    const also = (namespace: string, othersToken: string) => {
      const other = socket.io.socket(namespace, { auth: { token: othersToken, version: wireVersion } })
      return new Promise<string>((done) => {
        other.once('connect', () => done('connected')).once('connect_error', ({ message }) => done(message))
      })
    }
    const send = (event: string, message: object) => void socket.emit(event, message)
    const close = () => void socket.disconnect()
    const say = (text: string) => answer({ answer: text, ended, command, also, send, close })
    socket.once('connect', () => say('connected'))
    socket.once('connect_error', ({ message }) => say(message))
  })
}

/** A login of its own with the whole answer, as the login dialog makes it. */
export function testLogin(http: HttpClient, userCode: string): Promise<LoginAnswer> {
  return http.call('testLogin', { body: { UserCode: userCode } })
}

/** A solved slide puzzle. */
export async function solveCaptcha(http: HttpClient, databaseUrl: string): Promise<string> {
  const { captchaId } = await http.call('getCaptcha')
  const x = await answerOf(databaseUrl, captchaId)
  const body = { captchaId, x, track: slideTo(x) }
  return (await http.call('checkCaptcha', { body })).captchaToken
}

export async function encrypted(http: HttpClient, password: string): Promise<string> {
  const { key } = await http.call('getPublicKey')
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), type: 'spki', format: 'der' })
  const options = { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
  return publicEncrypt(options, Buffer.from(password)).toString('base64')
}
