import { expect, test } from 'vitest'
import { findingOf, findingsInLog } from './findings.ts'

const refusal = (code: string) => JSON.stringify({ Result: false, ResultMessage: '不行', code, params: {} })

test.each([
  ['an answer', 200, '{"rows":[]}'],
  ['an answer without a body', 204, ''],
  ['a refusal of input', 400, refusal('bad-request')],
  ['a refusal that repeats what was sent', 400, refusal('at node of tender.ts')],
  ['a refusal by a rule', 409, refusal('wrong-status')],
  ['a frame', 0, '42["nack",{"code":"bad-request"}]'],
  ['a connection closed without an answer', 0, ''],
  ['the refusal of a report that too many ask for', 503, refusal('reports-busy')],
])('[HOS-1] it finds nothing in %s', (_, status, text) => {
  expect(findingOf({ status, text })).toBeNull()
})

test.each([
  ['a failure', 500, refusal('internal'), 'answered 500'],
  ['a service that is away', 503, refusal('unavailable'), 'answered 503'],
  ['no answer in time', 599, 'no answer', 'answered 599'],
  ['lines of a stack', 400, 'Error: x\n    at read (/srv/hall/dist/main.js:10:5)', 'a stack'],
  [
    'lines of a stack in a JSON text',
    409,
    JSON.stringify({ message: 'x\n    at read (a.js:1:5)' }),
    'a stack',
  ],
  ['a package of the server', 409, '{"message":"in node_modules/pg/lib/client.js"}', 'a stack'],
  ['a module of Node.js', 200, 'at emit (node:internal/events:1:1)', 'a stack'],
  ['a place of the server in a frame', 0, '42["nack",{"message":"file:///srv/hall/main.js"}]', 'a stack'],
  ['a stack in the refusal of a report', 503, `${refusal('reports-busy')} file:///srv/x.js`, 'a stack'],
])('[HOS-1] it finds %s', (_, status, text, found) => {
  expect(findingOf({ status, text })).toContain(found)
})

const line = (level: number, msg: string) => JSON.stringify({ level, time: 1, msg })

test('[HOS-1] it finds nothing in the usual lines of a log', () => {
  const lines = [
    ...['Kaibiao ready at http://127.0.0.1:3000', '', line(30, 'a connection was ended')],
    ...[line(40, 'the clock is off by a second'), JSON.stringify({ level: 30, msg: '错误 error' })],
  ]
  expect(findingsInLog(lines.join('\n'))).toEqual([])
})

test.each([
  ['an error', line(50, 'a call failed'), 'logged'],
  ['what ends the process', line(60, 'uncaught'), 'logged'],
  ['a stack on a lower level', line(30, 'Error\n    at read (/srv/dist/main.js:10:5)'), 'logged'],
  ['a warning of Node.js', '(node:12) MaxListenersExceededWarning: Possible leak', 'printed'],
  ['an error that is no line of the log', 'TypeError: x is not a function', 'printed'],
  ['a line of a stack', '    at read (/srv/hall/dist/main.js:10:5)', 'printed'],
  ['text that only looks like a line of the log', '{"level":"error"}', 'printed'],
])('[HOS-1] it finds %s in a log', (_, text, found) => {
  expect(findingsInLog(`${line(30, 'before')}\n${text}\n${line(30, 'after')}`)).toEqual([
    expect.stringContaining(found),
  ])
})
