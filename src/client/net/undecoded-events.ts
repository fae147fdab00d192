import { Decoder, Encoder, PacketType, protocol } from 'socket.io-parser'

/** The body of a long `events` message as it came: JSON that has not been parsed. */
export class UndecodedEvents {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** In characters: some dozens of entries. Shorter messages are checked at once. */
const longText = 20_000
const start = `${PacketType.EVENT}["events",`

/** Leaves long `events` messages undecoded, so that they can be checked off the main thread. */
class EventsDecoder extends Decoder {
  override add(packet: unknown): void {
    if (typeof packet !== 'string' || packet.length <= longText || !packet.startsWith(start)) {
      super.add(packet)
      return
    }
    const body = new UndecodedEvents(packet.slice(start.length, -1))
    this.emitReserved('decoded', { type: PacketType.EVENT, nsp: '/', data: ['events', body] })
  }
}

/** A parser for Socket.IO's `parser` option. */
export const eventsParser = { protocol, PacketType, Encoder, Decoder: EventsDecoder }
