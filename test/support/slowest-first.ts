import { statSync } from 'node:fs'
import type { TestSequencer, TestSpecification } from 'vitest/node'

/** The files that take longest; the others follow by size. */
export const slowest = [
  ...['later-steps.e2e', 'live.e2e', 'opening.e2e', 'draw.e2e', 'steps.e2e', 'section-list.e2e', 'voice.e2e'],
  ...['login.e2e', 'certificate.e2e', 'site-staff.e2e', 'objections.e2e', 'preparation.e2e'],
  ...['double-envelope.e2e', 'opening-progress.e2e', 'sign-on.e2e', 'login-tabs.e2e'],
  ...['flaky.pg', 'kills.pg', 'chaos.pg', 'permissions.pg', 'outbox.pg', 'variants.pg', 'secrecy.pg'],
  ...['postgres-log.pg', 'opening-crash.pg', 'objections.pg', 'secrecy-envelopes.pg', 'embedded.pg'],
  ...['bid-file-processor', 'fair-draw', 'view.prop', 'evolve.prop', 'decryption-window.prop', 'fuzz.prop'],
  ...['SectionList', 'SiteStaffPanel', 'section-steps', 'DrawForm', 'CommitmentButton', 'DrawDialog'],
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
