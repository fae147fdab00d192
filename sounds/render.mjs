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

const tools = { speak: 'espeak-ng', cut: 'sox', encode: 'ffmpeg' }
const here = fileURLToPath(new URL('.', import.meta.url))
const work = mkdtempSync(join(tmpdir(), 'voice-'))
const rate = 24_000
// Silence between clips, since decoders blur their borders.
const gapSeconds = 0.2
// All clips have the same loudness, since they are heard as one sentence.
const loudnessDb = -21
const highestPeakDb = -4
// Longest silence at a clip's ends.
const longestEdgeSeconds = 0.06

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
  encode(whole, join(here, 'prompts.webm'), ['-c:a', 'libopus', '-b:a', '24k', '-application', 'voip'])
  encode(whole, join(here, 'prompts.m4a'), ['-c:a', 'aac', '-b:a', '40k', '-movflags', '+faststart'])
  writeFileSync(join(here, 'prompts.json'), manifest(sprite))
  for (const format of ['webm', 'm4a']) check(format, sprite)
  console.log(`${clips.length} clips, ${position.toFixed(1)} s`)
} finally {
  rmSync(work, { recursive: true })
}

/** Speaks one clip without the silence around it; returns its seconds. */
function renderClip({ name, pinyin, speed }, file) {
  const raw = `${file}.raw.wav`
  const cut = `${file}.cut.wav`
  execFileSync(tools.speak, [
    '-v',
    'cmn-latn-pinyin',
    '-a',
    '70',
    '-s',
    String(speed),
    '-p',
    '45',
    '-w',
    raw,
    pinyin,
  ])
  // Applied forwards and backwards: trims silence and fades in at each end.
  const trim = ['silence', '1', '0.005', '0.5%', 'fade', '0.005', 'reverse']
  sox(raw, '-r', String(rate), '-c', '1', '-b', '16', cut, ...trim, ...trim)
  const { loudness, peak } = measure(samplesOf(cut))
  sox(cut, file, 'gain', String(Math.min(loudnessDb - loudness, highestPeakDb - peak)))
  const seconds = samplesOf(file).length / rate
  const syllables = pinyin.split(/\s+/).length
  if (seconds < 0.08 * syllables) throw new Error(`clip ${name} was cut short: ${seconds} s`)
  return seconds
}

/** Refuses a sprite whose clips, as a browser decodes them, are uneven, clipped, or begin or end with silence. */
function check(format, sprite) {
  const decoded = join(work, `${format}.wav`)
  encode(join(here, `prompts.${format}`), decoded, ['-ar', String(rate)])
  const samples = samplesOf(decoded)
  const found = Object.entries(sprite).map(([name, [start, length]]) => {
    const clip = samples.subarray((start * rate) / 1000, ((start + length) * rate) / 1000)
    return { name, ...measure(clip) }
  })
  const wrong = found.filter(
    ({ loudness, peak, edges }) =>
      Math.abs(loudness - loudnessDb) > 4.5 || peak > -0.1 || Math.max(...edges) > longestEdgeSeconds,
  )
  const range = (values) => `${Math.min(...values).toFixed(2)} … ${Math.max(...values).toFixed(2)}`
  console.log(
    `${format}: loudness ${range(found.map(({ loudness }) => loudness))} dB, ` +
      `peaks ${range(found.map(({ peak }) => peak))} dB, edges ${range(found.flatMap(({ edges }) => edges))} s`,
  )
  if (wrong.length > 0) throw new Error(`${format}: ${JSON.stringify(wrong)}`)
}

/** Loudness of what sounds and highest peak in dB of full scale; seconds of silence at both ends. */
function measure(samples) {
  const silent = 0.01
  const first = samples.findIndex((sample) => Math.abs(sample) > silent)
  const last = samples.findLastIndex((sample) => Math.abs(sample) > silent)
  let sum = 0
  let peak = 0
  for (const sample of samples.subarray(first, last + 1)) {
    sum += sample ** 2
    peak = Math.max(peak, Math.abs(sample))
  }
  return {
    loudness: 10 * Math.log10(sum / (last + 1 - first)),
    peak: 20 * Math.log10(peak),
    edges: [first / rate, (samples.length - 1 - last) / rate],
  }
}

/** The samples of a mono WAV of 16 bits, from -1 to 1. */
function samplesOf(file) {
  const bytes = readFileSync(file)
  const data = bytes.subarray(bytes.indexOf('data') + 8)
  return Float32Array.from({ length: data.length >> 1 }, (_, at) => data.readInt16LE(2 * at) / 32_768)
}

function encode(source, target, options) {
  const quiet = ['-hide_banner', '-loglevel', 'error', '-y', '-bitexact']
  execFileSync(tools.encode, [...quiet, '-i', source, '-map_metadata', '-1', '-ac', '1', ...options, target])
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
