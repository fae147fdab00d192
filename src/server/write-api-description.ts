import { writeFileSync } from 'node:fs'
import { describeApi } from './transport/describe-api.ts'

/* Writes the API description (OpenAPI) as JSON into the file named by the argument. */

const [, , file] = process.argv
if (!file) throw new Error('the file to write is missing')
writeFileSync(file, `${JSON.stringify(await describeApi(), null, 2)}\n`)
