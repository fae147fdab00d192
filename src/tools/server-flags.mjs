/**
 * Node's options for a server. Its memory is what it needs and as much again, not three times that: Node would let
 * garbage pile up to a quarter of the machine's memory. Whoever needs more for a very large hall says so in NODE_OPTIONS.
 */
export function serverFlags({ NODE_OPTIONS: own = '' }) {
  const flags = ['--max-semi-space-size=16', '--max-old-space-size=1200']
  return flags.filter((flag) => !own.includes(flag.split('=')[0]))
}
