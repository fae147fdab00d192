import { agenda } from './zh-CN/agenda.ts'
import { basePrice } from './zh-CN/base-price.ts'
import { calendar } from './zh-CN/calendar.ts'
import { commitment } from './zh-CN/commitment.ts'
import { draw } from './zh-CN/draw.ts'
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
import { tour } from './zh-CN/tour.ts'
import { trail } from './zh-CN/trail.ts'
import { waiting } from './zh-CN/waiting.ts'
import { watch } from './zh-CN/watch.ts'

/** The texts that the home page does without. */
export const chineseScreens = {
  agenda,
  login,
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
  tour,
  trail,
  watch,
  calendar,
}
