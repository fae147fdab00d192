import { statSync } from 'node:fs'
import type { TestSequencer, TestSpecification } from 'vitest/node'

/** The files that take longest; the others follow by size. */
export const slowest = [
  ...['draw.e2e', 'opening.e2e', 'live.e2e', 'steps.e2e', 'login.e2e', 'site-staff.e2e', 'objections.e2e'],
  ...[
    'double-envelope.e2e',
    'certificate.e2e',
    'section-list.e2e',
    'section-list-variants.e2e',
    'sign-on.e2e',
    'voice.e2e',
  ],
  ...['flaky.pg', 'variants.pg', 'crash.pg', 'chaos.pg', 'stop.pg', 'disk-full.pg', 'opening-crash.pg'],
  ...['secrecy-envelopes.pg', 'outbox.pg', 'embedded.pg', 'draws.pg', 'permissions.pg', 'security-tokens.pg'],
  ...[
    'view.prop',
    'fair-draw',
    'bid-file-processor',
    'evolve.prop',
    'decryption-window.prop',
    'read-picture',
    'fuzz.prop',
  ],
]
/** Projects that wait for processes come before those that compute, which fill the gaps. */
const projects = ['e2e', 'pg', 'dom', 'unit']

/**
 * Sequencer for vitest: the longest files begin first, so that none is left running alone at the end. A project's
 * files stay together, because workers keep modules between files of the same project.
 */
export class SlowestFirst implements TestSequencer {
  sort(files: TestSpecification[]): TestSpecification[] {
    const size = new Map(files.map(({ moduleId }) => [moduleId, statSync(moduleId).size]))
    const sizeOf = ({ moduleId }: TestSpecification) => size.get(moduleId) ?? 0
    return files.sort((a, b) => placeOf(a) - placeOf(b) || sizeOf(b) - sizeOf(a))
  }

  shard(files: TestSpecification[]): TestSpecification[] {
    return files
  }
}

function placeOf({ project, moduleId }: TestSpecification): number {
  const rank = slowest.findIndex((name) => moduleId.includes(`/${name}.`))
  return projects.indexOf(project.name) * 1000 + (rank < 0 ? slowest.length : rank)
}
