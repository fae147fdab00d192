import { createContext } from 'react'

/** Whether the section takes commands; not while the lot is halted. Buttons of acts look enabled only then. */
export const ActsAllowed = createContext(true)
