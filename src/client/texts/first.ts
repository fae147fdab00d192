import { common as enCommon } from './en/common.ts'
import { hall as enHall } from './en/hall.ts'
import { common } from './zh-CN/common.ts'
import { hall } from './zh-CN/hall.ts'

/** The texts of the home page. */
export const first = { 'zh-CN': { common, hall }, en: { common: enCommon, hall: enHall } }
