import { createCanvas, loadImage } from '@napi-rs/canvas'
import decodeQR from 'qr/decode.js'

/** Time-out of reading a picture, in milliseconds. */
const timeoutMs = 1000

/** The text of the QR code in a picture file (PNG or JPEG); null where there is none. */
export async function readQrPicture(file: Uint8Array): Promise<string | null> {
  const image = await loadImage(Buffer.from(file))
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  try {
    return decodeQR(context.getImageData(0, 0, image.width, image.height), { timeLimit: timeoutMs })
  } catch {
    return null
  }
}
