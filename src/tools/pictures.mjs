// `npm run pictures`: takes the pictures of the README anew, of a demo of this build.
import { ensureBuilt, ensureInstalled, run, takesNoArguments } from './ensure.mjs'

takesNoArguments(
  'pictures',
  'Takes the pictures of the README anew, of a demo of this build; needs Chromium.',
)
await ensureInstalled()
await ensureBuilt()
const { code } = await run(process.execPath, ['--import', 'tsx', 'test/pictures/main.ts'])
process.exit(code)
