import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { platform } from 'node:os'
import { WebSocket } from 'ws'
import { wireVersion } from '#protocol/socket/messages.ts'
import type { Answer } from './findings.ts'
import { hostileFrame } from './frames.ts'
import { type HostileRequest, hostileBytes, hostileRequest, type Tokens } from './requests.ts'
import type { Dice, Known } from './values.ts'

/** Somebody who sends hostile input from an address of their own. */
export interface Attacker {
  readonly name: string
  readonly number: number
  /** The tokens as they are now; those of a login that was ended are renewed. */
  readonly tokens: () => Tokens
  /** Told of an answer 401. */
  readonly unauthorized: () => void
  readonly session: string
  readonly known: Known
  /** Signs a request as the platform does; only for an attacker who has its key. */
  readonly sign?: ((request: HostileRequest) => Promise<string>) | undefined
}

export interface Sent {
  /** How many inputs this was. */
  readonly inputs: number
  readonly answers: readonly (Answer & { readonly to: string })[]
}

/** What an attacker sends in one turn: the same for the same dice and tokens. */
export interface Turn {
  /** Whether it may take long without work for the server, which closes the connection when it has enough. */
  readonly waits: boolean
  send(): Promise<Sent>
}

const answerMs = 30_000
/** Frames on one connection; a server that has enough of them closes it before. */
const framesOnOneSocket = 40
/** How long a connection stays that the server does not close. */
const socketMs = 2000
const bytesMs = 300
const longestAnswer = 100_000

/** One turn of an attacker: a request, a connection with frames, or bytes that are no request. */
export function turnOf(port: number, who: Attacker, random: Dice): Turn {
  const { known } = who
  const kind = random.roll(100)
  if (kind < 3) {
    const bytes = hostileBytes(random)
    return { waits: true, send: () => sendBytes(port, who, bytes) }
  }
  if (kind < 5) {
    const isHasty = random.chance(0.2)
    const { user, section } = who.tokens()
    const sender = { session: who.session, token: random.chance(0.5) ? user : section }
    const frames = Array.from({ length: framesOnOneSocket }, () => hostileFrame(random, sender, known))
    return { waits: true, send: () => sendFrames(port, who, { frames, isHasty }) }
  }
  const { sign } = who
  const request = hostileRequest(random, who.tokens(), known, sign !== undefined)
  const isSigned = sign && !random.chance(0.03)
  return {
    waits: false,
    send: async () => sendRequest(port, who, isSigned ? await signed(request, sign) : request),
  }
}

async function signed(request: HostileRequest, sign: NonNullable<Attacker['sign']>): Promise<HostileRequest> {
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${await sign(request)}` } }
}

/** Linux answers on all of 127.0.0.0/8; elsewhere all attackers have one address. */
function addressOf({ number }: Attacker): string {
  return platform() === 'linux' ? `127.0.1.${1 + (number % 250)}` : '127.0.0.1'
}

const agents = new Map<string, Agent>()

function agentOf(address: string): Agent {
  const known = agents.get(address)
  if (known) return known
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  agents.set(address, agent)
  return agent
}

function sendRequest(port: number, who: Attacker, sent: HostileRequest): Promise<Sent> {
  const { method, path, headers, body, call } = sent
  const localAddress = addressOf(who)
  const { authorization: _, ...shown } = headers
  const to = `${who.name}: ${call}: ${method} ${path.slice(0, 300)} ${JSON.stringify(shown).slice(0, 300)}`
  return new Promise((done) => {
    const ended = (answers: Sent['answers']) => done({ inputs: 1, answers })
    const asked = request(
      { host: '127.0.0.1', port, method, path, headers, localAddress, agent: agentOf(localAddress) },
      (response) => {
        let text = ''
        response.on('data', (chunk) => {
          if (text.length < longestAnswer) text += String(chunk)
        })
        response.on('end', () => ended([{ status: response.statusCode ?? 0, text, to }]))
        response.on('error', () => ended([]))
      },
    )
    asked.setTimeout(answerMs, () => {
      asked.destroy()
      ended([{ status: 599, text: `no answer within ${answerMs} ms`, to }])
    })
    // A connection that the server closed before it had read everything, as it may.
    asked.on('error', () => ended([]))
    asked.end(body ?? undefined)
  })
}

function sendBytes(port: number, who: Attacker, bytes: Buffer): Promise<Sent> {
  return new Promise((done) => {
    let text = ''
    const socket = connect({ host: '127.0.0.1', port, localAddress: addressOf(who) })
    socket.setTimeout(bytesMs, () => socket.destroy())
    socket.on('data', (chunk) => (text += String(chunk)))
    socket.on('error', () => {})
    socket.on('close', () => {
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)
      done({
        inputs: 1,
        answers: [
          { status, text, to: `${who.name}: bytes ${JSON.stringify(bytes.toString('latin1', 0, 60))}` },
        ],
      })
    })
    socket.end(bytes)
  })
}

interface Flood {
  readonly frames: readonly (Buffer | string)[]
  /** Does not wait until it is admitted. */
  readonly isHasty: boolean
}

/** A connection with frames, one after another, until the server closes it. */
function sendFrames(port: number, who: Attacker, { frames, isHasty }: Flood): Promise<Sent> {
  const answers: (Answer & { to: string })[] = []
  return new Promise((done) => {
    let inputs = 0
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, {
      localAddress: addressOf(who),
      perMessageDeflate: false,
      skipUTF8Validation: true,
    })
    const enough = setTimeout(() => socket.terminate(), socketMs)
    const flood = () => {
      const frame = frames[inputs]
      if (socket.readyState !== socket.OPEN || frame === undefined) return socket.close()
      inputs += 1
      socket.send(frame, () => setImmediate(flood))
    }
    socket.on('error', () => {})
    socket.on('message', (data: Buffer) => {
      const text = data.toString('utf8', 0, longestAnswer)
      if (text.startsWith('0')) {
        const token = who.tokens().section ?? who.tokens().user
        socket.send(`40${JSON.stringify(token === null ? {} : { token, version: wireVersion })}`)
        if (isHasty) flood()
      } else if (text === '2') socket.send('3')
      else {
        answers.push({ status: 0, text, to: `${who.name}: a frame` })
        // Admitted or refused: one that was refused sends them all the same.
        if (/^4[04]/.test(text) && inputs === 0) flood()
      }
    })
    socket.on('close', () => {
      clearTimeout(enough)
      done({ inputs: Math.max(inputs, 1), answers })
    })
  })
}

/** Closes the connections that are kept. */
export function leave(): void {
  for (const agent of agents.values()) agent.destroy()
  agents.clear()
}
