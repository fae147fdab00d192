import { createHash } from 'node:crypto'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { qrText } from '#protocol/qr-code.ts'
import { qrPicture } from '#server/auth/qr.ts'
import { readQrPicture } from './read-picture.ts'

/** The picture of a code, drawn at a size somewhere on a page. */
async function drawn(id: string, size: number, page = '#f6f4ee') {
  const image = await loadImage(Buffer.from(qrPicture({ purpose: 'login', id }), 'base64'))
  const canvas = createCanvas(640, 480)
  const context = canvas.getContext('2d')
  context.fillStyle = page
  context.fillRect(0, 0, 640, 480)
  context.drawImage(image, 31, 47, size, size)
  return canvas.encode('png')
}

test('the hall’s QR codes are read at any size, on light and dark pages', async () => {
  for (const [index, size] of [148, 185, 240, 333].entries()) {
    const id = Buffer.from(Uint8Array.from({ length: 16 }, (_, at) => at * 31 + index * 7)).toString(
      'base64url',
    )
    const page = index % 2 === 0 ? '#f6f4ee' : '#161513'
    expect(await readQrPicture(await drawn(id, size, page)), `${size} px`).toBe(qrText('login', id))
  }
})

test('codes with any content are read', async () => {
  for (let code = 0; code < 50; code += 1) {
    const id = createHash('sha256').update(`code ${code}`).digest('base64url').slice(0, 22)
    expect(await readQrPicture(await drawn(id, 224)), id).toBe(qrText('login', id))
  }
})

test('a picture without a code has no text', async () => {
  expect(await readQrPicture(await createCanvas(40, 40).encode('png'))).toBeNull()
})
