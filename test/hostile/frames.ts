import { sectionListNamespace } from '#protocol/socket/changed.ts'
import { wireVersion } from '#protocol/socket/messages.ts'
import { watchNamespace } from '#protocol/socket/watched.ts'
import { type WireCommandType, wireCommands } from '#protocol/wire-command.ts'
import { type Dice, type Known, nasty, payloadFor, spoiltJson, uuid } from './values.ts'

const types = Object.keys(wireCommands) as WireCommandType[]

interface Sender {
  readonly session: string
  /** Of their login or section; null before login. */
  readonly token: string | null
}

/** A frame on a socket: a command that may be right, or something that no client of ours sends. */
export function hostileFrame(random: Dice, { session, token }: Sender, known: Known): Buffer | string {
  switch (random.roll(12)) {
    case 0:
      return Buffer.from(
        ['', '4', '9', '42', '42[', '43999[]', '451-["cmd",{"_placeholder":true,"num":0}]'][random.roll(7)] ??
          '',
      )
    case 1:
      return Buffer.alloc(random.roll(2000), random.roll(256))
    case 2:
      return `42${spoiltJson([nasty(random), nasty(random)], random)}`
    case 3:
      return `42${spoiltJson(['sub', { session, epoch: nasty(random), after: random.of([-1, 0, 1e9, 'x', null]) }], random)}`
    case 4:
      return anotherNamespace(random, token)
    case 5:
      return `42${random.of([sectionListNamespace, '/x'])},${spoiltJson(['sub', nasty(random)], random)}`
    default: {
      const type = random.of(types)
      const id = random.chance(0.9) ? uuid(random) : nasty(random)
      const command = { id, type, payload: payloadFor(type, random, known) }
      return `42${random.chance(0.2) ? random.roll(9) : ''}${spoiltJson(['cmd', command], random)}`
    }
  }
}

/** Asks for one more namespace on the same connection, with what a right client would send or without. */
function anotherNamespace(random: Dice, token: string | null): string {
  const namespace = random.of([
    '',
    `${sectionListNamespace},`,
    `${watchNamespace},`,
    '/admin,',
    '/%00,',
    `/${'a'.repeat(500)},`,
  ])
  return `40${namespace}${random.chance(0.5) ? '{}' : JSON.stringify({ token, version: wireVersion })}`
}
