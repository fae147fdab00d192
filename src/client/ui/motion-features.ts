import { domAnimation } from 'framer-motion'

/** In a file of its own, so that motion loads after the page. */
export const motionFeatures = domAnimation
