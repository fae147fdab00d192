import { writeFileSync } from 'node:fs'

/** Reporter for vitest: writes how long each file took with its hooks, in seconds, to the file of KAIBIAO_DURATIONS. */
export default class Durations {
  onTestRunEnd(modules) {
    const path = process.env.KAIBIAO_DURATIONS
    if (!path) return
    const files = modules.map((module) => ({
      file: module.relativeModuleId,
      seconds: module.diagnostic().duration / 1000,
    }))
    writeFileSync(path, JSON.stringify(files))
  }
}
