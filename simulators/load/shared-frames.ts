/** A message of the session, by the name of its Socket.IO event. */
export interface Frame {
  readonly kind: string
  readonly body: unknown
}

/** The last frame of each length is kept; so many lengths. */
const kept = 512

/**
 * Reads messages that many sockets of this process get in the same bytes, once for all of them: the same bytes give the
 * same object, which nobody may change.
 */
export function frameReader(): (bytes: Buffer) => Frame {
  const known = new Map<number, { readonly bytes: Buffer; readonly frame: Frame }>()
  return (bytes) => {
    const last = known.get(bytes.length)
    if (last?.bytes.equals(bytes)) return last.frame
    const [kind, body] = JSON.parse(bytes.toString('utf8', messagePrefix.length))
    const frame = { kind, body }
    // A copy: the socket's buffer holds other frames too.
    known.delete(bytes.length)
    known.set(bytes.length, { bytes: Buffer.from(bytes), frame })
    for (const oldest of known.keys()) {
      if (known.size <= kept) break
      known.delete(oldest)
    }
    return frame
  }
}

/** What a Socket.IO packet with an event begins with. */
const messagePrefix = '42'

/** Whether the packet is an event. */
export function isMessage(bytes: Buffer): boolean {
  return bytes[0] === 0x34 && bytes[1] === 0x32
}
