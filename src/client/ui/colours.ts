import { semanticTokens as base } from '@chakra-ui/react/theme'

/** Ground and text, one accent (the seal's red), and three meanings; each with a light and a dark value. */
const paper = both('#f6f4ee', '#161513')
const sheet = both('#fffefb', '#1f1e1b')
const ink = both('#1d1b18', '#efebe3')
const faded = both('#5b564d', '#b0aa9e')
const rule = both('#dcd7cb', '#3a3833')

interface Shades {
  readonly solid: readonly [string, string]
  readonly contrast: readonly [string, string]
  readonly fg: readonly [string, string]
  readonly subtle: readonly [string, string]
  readonly muted: readonly [string, string]
  readonly border: readonly [string, string]
}

const seal = palette({
  solid: ['#a61e1a', '#c2362c'],
  contrast: ['#ffffff', '#ffffff'],
  fg: ['#a61e1a', '#f29488'],
  subtle: ['#fbeae6', '#3a1c19'],
  muted: ['#f3d3cc', '#54241f'],
  border: ['#c9756b', '#a9544a'],
})
const done = palette({
  solid: ['#1f6b3c', '#2c8550'],
  contrast: ['#ffffff', '#ffffff'],
  fg: ['#1b6237', '#85d3a2'],
  subtle: ['#e5f3e9', '#15301f'],
  muted: ['#c8e5d1', '#1d442b'],
  border: ['#6ba983', '#3f7f58'],
})
const warning = palette({
  solid: ['#8a5200', '#f0b357'],
  contrast: ['#ffffff', '#1d1b18'],
  fg: ['#7d4a00', '#f0b95f'],
  subtle: ['#fdf0d8', '#372708'],
  muted: ['#f7dfb1', '#4f380d'],
  border: ['#c4924a', '#8d6a2a'],
})
const info = palette({
  solid: ['#1f5a9e', '#3a78c2'],
  contrast: ['#ffffff', '#ffffff'],
  fg: ['#1c528f', '#92bff2'],
  subtle: ['#e6effa', '#162839'],
  muted: ['#c9dff5', '#1f3d5a'],
  border: ['#6f9ccf', '#426f9f'],
})
const inkPalette = palette({
  solid: ['#2b2824', '#e6e1d6'],
  contrast: ['#fffefb', '#1a1916'],
  fg: ['#2b2824', '#e6e1d6'],
  subtle: ['#edeae2', '#2a2925'],
  muted: ['#e0dbcf', '#3a3833'],
  border: ['#a39d8f', '#6f6a60'],
})

export const semanticTokens = {
  ...base,
  colors: {
    bg: {
      DEFAULT: { value: paper },
      subtle: { value: both('#f0ede5', '#1b1a17') },
      muted: { value: both('#eae6dc', '#282723') },
      emphasized: { value: both('#dfdacd', '#35332e') },
      inverted: { value: ink },
      panel: { value: sheet },
      error: { value: both('#fbebdd', '#3a210f') },
      warning: { value: both('#fdf0d8', '#372708') },
      success: { value: both('#e5f3e9', '#15301f') },
      info: { value: both('#e6effa', '#162839') },
    },
    fg: {
      DEFAULT: { value: ink },
      muted: { value: faded },
      subtle: { value: both('#6a655b', '#9c968a') },
      inverted: { value: both('#fffefb', '#1a1916') },
      // Rust, not red: red is the seal's.
      error: { value: both('#8f3d00', '#f5a167') },
      warning: { value: both('#7d4a00', '#f0b95f') },
      success: { value: both('#1b6237', '#85d3a2') },
      info: { value: both('#1c528f', '#92bff2') },
    },
    border: {
      DEFAULT: { value: rule },
      muted: { value: both('#e7e3d9', '#2d2b27') },
      subtle: { value: both('#eeebe3', '#262521') },
      emphasized: { value: both('#8f897c', '#7a756a') },
      inverted: { value: ink },
      error: { value: both('#8f3d00', '#f5a167') },
      warning: { value: both('#8a5200', '#f0b357') },
      success: { value: both('#1f6b3c', '#2c8550') },
      info: { value: both('#1f5a9e', '#3a78c2') },
    },
    ink: inkPalette,
    gray: inkPalette,
    seal,
    red: seal,
    done,
    green: done,
    warning,
    orange: warning,
    info,
    blue: info,
  },
}

function both(light: string, dark: string) {
  return { _light: light, _dark: dark }
}

function palette(shades: Shades) {
  const of = ([light, dark]: readonly [string, string]) => ({ value: both(light, dark) })
  return {
    contrast: of(shades.contrast),
    fg: of(shades.fg),
    subtle: of(shades.subtle),
    muted: of(shades.muted),
    emphasized: of(shades.border),
    solid: of(shades.solid),
    focusRing: { value: both('#1f5a9e', '#92bff2') },
    border: of(shades.border),
  }
}
