// Renders the voice: `node sounds/render.mjs`. Needs espeak-ng, sox and ffmpeg; writes the sprite in both formats and
// its manifest beside this file. The clips are committed, so nobody needs to run this unless phrases.ts changes.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { register } from 'tsx/esm/api'

register()
const { phrases, numerals } = await import('./phrases.ts')

const tools = { speak: 'espeak-ng', cut: 'sox', measure: 'soxi', encode: 'ffmpeg' }
const here = fileURLToPath(new URL('.', import.meta.url))
const work = mkdtempSync(join(tmpdir(), 'voice-'))
const rate = 24_000
// Decoders blur the borders of clips: silence keeps them apart.
const gapSeconds = 0.3
const quietestDb = -35

const clips = [
  ...Object.entries(phrases).map(([name, { pinyin }]) => ({ name, pinyin, speed: 165 })),
  ...Object.entries(numerals).map(([name, pinyin]) => ({ name, pinyin, speed: 175 })),
]

try {
  const gap = join(work, 'gap.wav')
  sox('-n', '-r', String(rate), '-c', '1', '-b', '16', gap, 'trim', '0', String(gapSeconds))
  const parts = []
  const sprite = {}
  let position = 0
  for (const [index, clip] of clips.entries()) {
    const file = join(work, `${index}.wav`)
    const seconds = renderClip(clip, file)
    sprite[clip.name] = [Math.round(position * 1000), Math.round(seconds * 1000)]
    position += seconds + gapSeconds
    parts.push(file, gap)
  }
  const whole = join(work, 'whole.wav')
  sox(...parts, whole)
  encode(whole, 'prompts.webm', ['-c:a', 'libopus', '-b:a', '24k', '-application', 'voip'])
  encode(whole, 'prompts.m4a', ['-c:a', 'aac', '-b:a', '40k', '-movflags', '+faststart'])
  writeFileSync(join(here, 'prompts.json'), manifest(sprite))
  console.log(`${clips.length} clips, ${position.toFixed(1)} s`)
} finally {
  rmSync(work, { recursive: true })
}

/** Speaks one clip without the silence around it; returns its seconds and refuses one that is silent or cut short. */
function renderClip({ name, pinyin, speed }, file) {
  const raw = `${file}.raw.wav`
  execFileSync(tools.speak, ['-v', 'cmn-latn-pinyin', '-s', String(speed), '-p', '45', '-w', raw, pinyin])
  // Backwards and forwards: each end is cut to the sound and eased in.
  const trim = ['silence', '1', '0.005', '0.5%', 'fade', '0.005', 'reverse']
  sox(raw, '-r', String(rate), '-c', '1', '-b', '16', file, ...trim, ...trim, 'norm', '-3')
  const seconds = Number(execFileSync(tools.measure, ['-D', file], { encoding: 'utf8' }))
  const syllables = pinyin.split(/\s+/).length
  const loudness = rmsDb(file)
  if (loudness < quietestDb || seconds < 0.08 * syllables) {
    throw new Error(`clip ${name} came out wrong: ${seconds} s, ${loudness} dB`)
  }
  return seconds
}

function rmsDb(file) {
  const samples = readFileSync(file).subarray(44)
  let sum = 0
  for (let at = 0; at + 1 < samples.length; at += 2) sum += (samples.readInt16LE(at) / 32_768) ** 2
  return 10 * Math.log10(sum / (samples.length / 2))
}

function encode(source, name, options) {
  const quiet = ['-hide_banner', '-loglevel', 'error', '-y', '-bitexact']
  execFileSync(tools.encode, [
    ...quiet,
    '-i',
    source,
    '-map_metadata',
    '-1',
    '-ac',
    '1',
    ...options,
    join(here, name),
  ])
}

/** Start and length of each clip in milliseconds, one clip a line. */
function manifest(sprite) {
  const lines = Object.entries(sprite).map(
    ([name, place]) => `  ${JSON.stringify(name)}: [${place.join(', ')}]`,
  )
  return `{\n${lines.join(',\n')}\n}\n`
}

function sox(...args) {
  execFileSync(tools.cut, args)
}
