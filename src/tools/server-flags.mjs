/**
 * Node's options for a server. Its memory is what it needs and as much again, not three times that: Node would let
 * garbage pile up to a quarter of the machine's memory. Whoever needs more for a very large hall says so in NODE_OPTIONS.
 */
export function serverFlags({ NODE_OPTIONS: own = '' }) {
  const flags = ['--max-semi-space-size=16', '--max-old-space-size=1200']
  return flags.filter((flag) => !own.includes(flag.split('=')[0]))
}

/**
 * A server's environment. On Linux threads share two memory arenas: with one for each, what a thread has freed stays
 * with the process, a tenth of its memory in a large opening.
 */
export function serverEnvironment(own) {
  return { MALLOC_ARENA_MAX: '2', ...own }
}
