import { type SectionListChanged, sectionListNamespace } from '#protocol/socket/changed.ts'
import type { down } from '#protocol/socket/messages.ts'
import { type watchDown, watchNamespace } from '#protocol/socket/watched.ts'

/** A message as a Socket.IO packet and as the WebSocket frames around it, encoded once for all recipients. */
export interface EncodedMessage {
  /** For a transport other than a WebSocket. */
  readonly packet: string
  /** One frame, or the fragments of one message (RFC 6455 §5.4). */
  readonly frames: readonly [Buffer] | readonly [Buffer, Buffer]
}

/** A message of kind `kind` with `json` as its body. Socket.IO protocol 5: `2` is an event of the main namespace. */
export function encodeMessage(kind: keyof typeof down, json: string): EncodedMessage {
  return encodePacket(`2["${kind}",${json}]`)
}

/** The same for the supervisors' wall, which has a namespace of its own. */
export function encodeWatched(kind: keyof typeof watchDown, json: string): EncodedMessage {
  return encodePacket(`2${watchNamespace},["${kind}",${json}]`)
}

/** The same for the section list, which has a namespace of its own, too. */
export function encodeChanged(message: SectionListChanged): EncodedMessage {
  return encodePacket(`2${sectionListNamespace},["changed",${JSON.stringify(message)}]`)
}

function encodePacket(packet: string): EncodedMessage {
  return { packet, frames: [encodeFrame(wholeText, engineMessage(packet))] }
}

/**
 * Messages of kind `kind` whose bodies begin with `begin`, each ended by an `end` of its own. The beginning is encoded
 * once and lies in memory once, however many connections have not taken it yet.
 */
export function encodeBeginning(kind: keyof typeof down, begin: string): (end: string) => EncodedMessage {
  const packet = `2["${kind}",${begin}`
  const fragment = encodeFrame(textFragment, engineMessage(packet))
  return (end) => ({
    // The runtime keeps both parts until the text is written out.
    packet: `${packet}${end}]`,
    frames: [fragment, encodeFrame(lastFragment, `${end}]`)],
  })
}

/** The bytes that a message takes on a WebSocket. */
export function lengthOf({ frames }: EncodedMessage): number {
  return frames.reduce((sum, { length }) => sum + length, 0)
}

/** Engine.IO protocol 4: `4` is a message. */
function engineMessage(packet: string): string {
  return `4${packet}`
}

/** The first byte of a frame: a whole text, a text that goes on in the next frame, the end of one. */
const wholeText = 0x81
const textFragment = 0x01
const lastFragment = 0x80

/** A frame from server to client, unmasked and uncompressed (RFC 6455 §5.2). */
function encodeFrame(first: number, text: string): Buffer {
  const length = Buffer.byteLength(text)
  const start = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(start + length)
  frame[0] = first
  if (start === 2) frame[1] = length
  else if (start === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, start)
  return frame
}
