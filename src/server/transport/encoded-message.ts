import type { down } from '#protocol/socket/messages.ts'

/** A message as a Socket.IO packet and as the WebSocket frame around it, encoded once for all recipients. */
export interface EncodedMessage {
  readonly packet: string
  readonly frame: Buffer
}

/** A message of kind `kind` with `json` as its body. Socket.IO protocol 5: `2` is an event of the main namespace. */
export function encodeMessage(kind: keyof typeof down, json: string): EncodedMessage {
  const packet = `2["${kind}",${json}]`
  // Engine.IO protocol 4: `4` is a message.
  return { packet, frame: textFrame(`4${packet}`) }
}

/** A whole text message from server to client in one WebSocket frame, unmasked and uncompressed (RFC 6455 §5.2). */
function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const start = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(start + length)
  frame[0] = 0x81
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
