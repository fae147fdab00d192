import { agenda } from './en/agenda.ts'
import { basePrice } from './en/base-price.ts'
import { calendar } from './en/calendar.ts'
import { commitment } from './en/commitment.ts'
import { draw } from './en/draw.ts'
import { halting } from './en/halting.ts'
import { inquiry } from './en/inquiry.ts'
import { login } from './en/login.ts'
import { messages } from './en/messages.ts'
import { objections } from './en/objections.ts'
import { personnel } from './en/personnel.ts'
import { preparation } from './en/preparation.ts'
import { reading } from './en/reading.ts'
import { room } from './en/room.ts'
import { sealing } from './en/sealing.ts'
import { shell } from './en/shell.ts'
import { signOn } from './en/sign-on.ts'
import { steps } from './en/steps.ts'
import { tasks } from './en/tasks.ts'
import { tour } from './en/tour.ts'
import { trail } from './en/trail.ts'
import { waiting } from './en/waiting.ts'
import { watch } from './en/watch.ts'

/** The texts that the home page does without. */
export const englishScreens = {
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
