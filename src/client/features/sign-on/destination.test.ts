import { describe, expect, it } from 'vitest'
import { type DestinationParameters, destinationOf } from './destination.ts'

const nothing: DestinationParameters = { mode: null, kbStatusCode: null, bdbh: null, autoOpenBidInfo: null }
const land = (course: Partial<DestinationParameters>) => destinationOf({ ...nothing, ...course })
const inSection = (route: string) => ({ place: 'section', route })

describe('mode 2', () => {
  it('[ACC-15] goes to preparation when kbStatusCode is 2', () => {
    expect(land({ mode: '2', kbStatusCode: '2', bdbh: 'NJ-01' })).toEqual(inSection('bidready'))
  })

  it.each(['0', '1', '3', '22'])('[ACC-15] goes to the section list with kbStatusCode %s', (code) => {
    expect(land({ mode: '2', kbStatusCode: code, bdbh: 'NJ 01&x' })).toEqual({
      place: 'section-list',
      search: `kbStatusCode=${code}&bdbh=NJ+01%26x`,
    })
  })

  it('goes to the section list without what it was not given', () => {
    expect(land({ mode: '2' })).toEqual({ place: 'section-list', search: '' })
  })
})

describe('mode 1', () => {
  it.each([
    '不满足开标条件',
    '供应商未缴纳保证金',
    '存在供应商未缴纳保证金',
    '开标异常',
    '未设置评标模型',
    'conditions for opening not met',
    'A supplier’s bond is unpaid',
    ' opening exception ',
    'evaluation model not set',
  ])('[ACC-15] goes to the section list for “%s”', (autoOpenBidInfo) => {
    expect(land({ mode: '1', autoOpenBidInfo })).toEqual({ place: 'section-list', search: '' })
  })

  it.each(['招标文件导入失败', 'tender file import failed', '已自动开标', '', null])(
    '[ACC-15] goes to preparation for “%s”',
    (autoOpenBidInfo) => {
      expect(land({ mode: '1', autoOpenBidInfo })).toEqual(inSection('bidready'))
    },
  )

  it.each(['投标文件导入失败', 'bid file import failed'])(
    '[ACC-15] goes to the decryption page for “%s”',
    (autoOpenBidInfo) => {
      expect(land({ mode: '1', autoOpenBidInfo })).toEqual(inSection('declassifiedstatus'))
    },
  )
})

it('[ACC-15] goes to preparation without a mode, whatever else is said', () => {
  expect(land({ kbStatusCode: '5', autoOpenBidInfo: '开标异常' })).toEqual(inSection('bidready'))
})
