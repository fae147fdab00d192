import { createInstance, type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { basePrice as enBasePrice } from './en/base-price.ts'
import { commitment as enCommitment } from './en/commitment.ts'
import { common as enCommon } from './en/common.ts'
import { draw as enDraw } from './en/draw.ts'
import { hall as enHall } from './en/hall.ts'
import { halting as enHalting } from './en/halting.ts'
import { inquiry as enInquiry } from './en/inquiry.ts'
import { login as enLogin } from './en/login.ts'
import { messages as enMessages } from './en/messages.ts'
import { objections as enObjections } from './en/objections.ts'
import { personnel as enPersonnel } from './en/personnel.ts'
import { preparation as enPreparation } from './en/preparation.ts'
import { reading as enReading } from './en/reading.ts'
import { room as enRoom } from './en/room.ts'
import { sealing as enSealing } from './en/sealing.ts'
import { shell as enShell } from './en/shell.ts'
import { signOn as enSignOn } from './en/sign-on.ts'
import { steps as enSteps } from './en/steps.ts'
import { tasks as enTasks } from './en/tasks.ts'
import { trail as enTrail } from './en/trail.ts'
import { waiting as enWaiting } from './en/waiting.ts'
import { basePrice } from './zh-CN/base-price.ts'
import { commitment } from './zh-CN/commitment.ts'
import { common } from './zh-CN/common.ts'
import { draw } from './zh-CN/draw.ts'
import { hall } from './zh-CN/hall.ts'
import { halting } from './zh-CN/halting.ts'
import { inquiry } from './zh-CN/inquiry.ts'
import { login } from './zh-CN/login.ts'
import { messages } from './zh-CN/messages.ts'
import { objections } from './zh-CN/objections.ts'
import { personnel } from './zh-CN/personnel.ts'
import { preparation } from './zh-CN/preparation.ts'
import { reading } from './zh-CN/reading.ts'
import { room } from './zh-CN/room.ts'
import { sealing } from './zh-CN/sealing.ts'
import { shell } from './zh-CN/shell.ts'
import { signOn } from './zh-CN/sign-on.ts'
import { steps } from './zh-CN/steps.ts'
import { tasks } from './zh-CN/tasks.ts'
import { trail } from './zh-CN/trail.ts'
import { waiting } from './zh-CN/waiting.ts'

/**
 * All texts of the screens: one namespace per file, flat keys, `{{value}}` for parameters. Chinese is the source; the
 * type of each English file requires the same keys. A region's settings name texts by `namespace:key`, so namespaces
 * keep their names: `hall` has the home page and the section list, `personnel` the site staff.
 */
const resources = {
  'zh-CN': {
    common,
    login,
    hall,
    shell,
    steps,
    'base-price': basePrice,
    sealing,
    objections,
    messages,
    'sign-on': signOn,
    personnel,
    commitment,
    preparation,
    draw,
    reading,
    inquiry,
    room,
    halting,
    waiting,
    tasks,
    trail,
  },
  en: {
    common: enCommon,
    login: enLogin,
    hall: enHall,
    shell: enShell,
    steps: enSteps,
    'base-price': enBasePrice,
    preparation: enPreparation,
    sealing: enSealing,
    objections: enObjections,
    messages: enMessages,
    personnel: enPersonnel,
    commitment: enCommitment,
    'sign-on': enSignOn,
    draw: enDraw,
    reading: enReading,
    inquiry: enInquiry,
    room: enRoom,
    halting: enHalting,
    waiting: enWaiting,
    tasks: enTasks,
    trail: enTrail,
  },
}

export type Language = keyof typeof resources

/** The texts, starting in one language; `changeLanguage` switches it. */
export function createTexts(language: Language): i18n {
  const texts = createInstance()
  texts.use(initReactI18next).init({
    resources,
    lng: language,
    fallbackLng: 'zh-CN',
    defaultNS: 'common',
    ns: Object.keys(resources['zh-CN']),
    keySeparator: false,
    nsSeparator: ':',
    interpolation: { escapeValue: false },
    initAsync: false,
    react: { useSuspense: false },
  })
  return texts
}

/** Replaces texts with a region's own, by `namespace:key`. */
export function replaceTexts(texts: i18n, words: Readonly<Record<string, { zh: string; en: string }>>): void {
  for (const [name, { zh, en }] of Object.entries(words)) {
    const colon = name.indexOf(':')
    const place = [name.slice(0, colon), name.slice(colon + 1)] as const
    texts.addResource('zh-CN', ...place, zh)
    texts.addResource('en', ...place, en)
  }
}
