import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Random } from '#lib/ports.ts'

/** In pixels. */
export const pictureWidth = 320
export const pictureHeight = 160
export const pieceSize = 56

const knob = 8
const shapes = 26

/** A random picture with a piece cut out at `x`, `y` (its upper left corner); both as data URLs. */
export async function drawPuzzle(random: Random) {
  const pick = picker(random)
  const x = Math.round(pick(pieceSize + 30, pictureWidth - pieceSize - 8))
  const y = Math.round(pick(8, pictureHeight - pieceSize - 8))
  const picture = drawPicture(pick)
  const sides = [pick(0, 1) < 0.5, pick(0, 1) < 0.5] as const
  const piece = cutPiece(picture, x, y, sides)
  markHole(picture.getContext('2d'), x, y, sides, 0.55)
  // A second, fainter hole of another shape, so that looking for a dark place does not solve the puzzle.
  markHole(picture.getContext('2d'), pick(20, pieceSize), pick(8, 90), [!sides[0], !sides[1]], 0.3)
  return {
    ...{ x, y },
    background: `data:image/jpeg;base64,${(await picture.encode('jpeg', 80)).toString('base64')}`,
    piece: `data:image/png;base64,${(await piece.encode('png')).toString('base64')}`,
  }
}

type Pick = (from: number, to: number) => number

function picker(random: Random): Pick {
  return (from, to) => from + (Buffer.from(random(4)).readUInt32BE() / 2 ** 32) * (to - from)
}

/** A colour gradient with random shapes on it. */
function drawPicture(pick: Pick): Canvas {
  const canvas = createCanvas(pictureWidth, pictureHeight)
  const context = canvas.getContext('2d')
  const hue = pick(0, 360)
  const sky = context.createLinearGradient(0, 0, pick(100, pictureWidth), pictureHeight)
  sky.addColorStop(0, `hsl(${hue} 45% 72%)`)
  sky.addColorStop(1, `hsl(${(hue + 70) % 360} 45% 48%)`)
  context.fillStyle = sky
  context.fillRect(0, 0, pictureWidth, pictureHeight)
  for (let i = 0; i < shapes; i++) {
    context.fillStyle = `hsl(${(hue + pick(-60, 120)) % 360} ${pick(30, 70)}% ${pick(30, 80)}% / ${pick(0.25, 0.7)})`
    context.beginPath()
    const [across, down] = [pick(0, pictureWidth), pick(0, pictureHeight)]
    if (i % 3 === 0) context.ellipse(across, down, pick(8, 60), pick(6, 34), pick(0, 3), 0, Math.PI * 2)
    else {
      context.moveTo(across, down)
      for (let corner = 0; corner < 4; corner++) {
        context.lineTo(across + pick(-50, 50), down + pick(-40, 40))
      }
    }
    context.fill()
  }
  return canvas
}

function cutPiece(picture: Canvas, x: number, y: number, sides: Sides): Canvas {
  const piece = createCanvas(pieceSize, pieceSize)
  const context = piece.getContext('2d')
  outline(context, 0, 0, sides)
  context.save()
  context.clip()
  context.drawImage(picture, -x, -y)
  context.restore()
  context.strokeStyle = 'rgb(255 255 255 / 0.9)'
  context.lineWidth = 2
  context.stroke()
  return piece
}

function markHole(context: SKRSContext2D, x: number, y: number, sides: Sides, darkness: number): void {
  outline(context, x, y, sides)
  context.fillStyle = `rgb(0 0 0 / ${darkness})`
  context.fill()
}

/** Whether the knobs on top and on the right point outwards. */
type Sides = readonly [boolean, boolean]

/** A square with a knob on top and one on the right, within `pieceSize`. */
function outline(context: SKRSContext2D, x: number, y: number, [top, right]: Sides): void {
  const [left, upper] = [x + 1, y + knob + 1]
  const size = pieceSize - knob - 2
  context.beginPath()
  context.moveTo(left, upper)
  context.lineTo(left + size / 2 - knob, upper)
  context.arc(left + size / 2, upper, knob, Math.PI, 0, !top)
  context.lineTo(left + size, upper)
  context.lineTo(left + size, upper + size / 2 - knob)
  context.arc(left + size, upper + size / 2, knob, -Math.PI / 2, Math.PI / 2, !right)
  context.lineTo(left + size, upper + size)
  context.lineTo(left, upper + size)
  context.closePath()
}
