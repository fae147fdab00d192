import { type WireCommandType, wireCommands } from '#protocol/wire-command.ts'
import { type Dice, type Known, nasty, payloadFor, spoiltJson, uuid } from './values.ts'

const types = Object.keys(wireCommands) as WireCommandType[]

/** A frame on a socket: a command that may be right, or something that no client of ours sends. */
export function hostileFrame(random: Dice, session: string, known: Known): Buffer | string {
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
      return `40/${random.of(['admin', 'sections', '%00', 'a'.repeat(500)])},{}`
    case 5:
      return `42/${random.of(['sections', 'x'])},${spoiltJson(['sub', nasty(random)], random)}`
    default: {
      const type = random.of(types)
      const id = random.chance(0.9) ? uuid(random) : nasty(random)
      const command = { id, type, payload: payloadFor(type, random, known) }
      return `42${random.chance(0.2) ? random.roll(9) : ''}${spoiltJson(['cmd', command], random)}`
    }
  }
}
