import { domAnimation } from 'framer-motion'

/** In its own file, so that motion is loaded after the page. */
export const motionFeatures = domAnimation
