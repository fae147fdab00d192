import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The longest of those with processes of their own, longest first: begun late, one of them alone would hold up the end. */
const longest = [
  ...['variants', 'flaky', 'crash', 'killed-window', 'backup', 'chaos', 'draws', 'opening-crash'],
  ...[
    'login',
    'draw',
    'steps',
    'objections',
    'opening',
    'certificate',
    'double-envelope',
    'personnel',
    'hall-variants',
  ],
]
/** By then (as a part of all files) the last of those that wait has begun. */
const begun = 0.7

/**
 * The order of test files: those with processes of their own mostly wait, all others mostly reckon. Both kinds take
 * turns, so that the machine has something to do while somebody waits.
 */
export class Interleaved extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b))
    const isWaiting = ({ project }: TestSpecification) => project.name === 'pg'
    return [
      ...placed(sorted.filter(isWaiting), begun),
      ...placed(
        sorted.filter((file) => !isWaiting(file)),
        1,
      ),
    ]
      .sort((a, b) => a.place - b.place)
      .map(({ file }) => file)
  }
}

/** Spread evenly from 0 to `end`. */
function placed(files: readonly TestSpecification[], end: number) {
  return files.map((file, i) => ({ file, place: (i / files.length) * end }))
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = longest.indexOf(basename(moduleId).split('.')[0] ?? '')
  return rank < 0 ? longest.length : rank
}
