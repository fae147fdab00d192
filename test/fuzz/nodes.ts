import { BehaviorSubject, type SchedulerLike } from 'rxjs'

interface Time {
  readonly scheduler: SchedulerLike
  /** 0 to 1. */
  random(): number
}

/** A server process. */
export interface Node {
  alive: boolean
  /** Counts its lives: work begun in an earlier one does not go on. */
  life: number
}

type Nodes = ReturnType<typeof createNodes>

export function createNodes({ scheduler, random }: Time) {
  const nodes: readonly Node[] = [
    { alive: true, life: 0 },
    { alive: true, life: 0 },
  ]
  return {
    /** Any node that is alive. */
    alive(): Node | undefined {
      const alive = nodes.filter((node) => node.alive)
      return alive[Math.floor(random() * alive.length)]
    },
    /** Ends a node for a while; returns it unless it was dead already. */
    kill(index: number, ms: number): Node | null {
      const node = nodes[index % nodes.length]
      if (!node?.alive) return null
      node.alive = false
      node.life += 1
      scheduler.schedule(() => {
        node.alive = true
      }, ms)
      return node
    },
  }
}

export type Connection = ReturnType<typeof createConnection>

/** The client's connection to one of the nodes. */
export function createConnection({ scheduler, random }: Time, nodes: Nodes) {
  const connected$ = new BehaviorSubject(false)
  let blockedUntil = 0
  /** The node, and the last seq sent of an epoch; null until the client subscribes. */
  let current: { readonly node: Node; epoch: string; sent: number | null } | null = null
  let onConnect = () => {}

  function cut(): void {
    if (!current) return
    current = null
    connected$.next(false)
    scheduler.schedule(reconnect, 100 + random() * 2000)
  }

  function reconnect(): void {
    if (current || scheduler.now() < blockedUntil) return
    const node = nodes.alive()
    if (!node) return void scheduler.schedule(reconnect, 500)
    current = { node, epoch: '', sent: null }
    onConnect()
    connected$.next(true)
  }

  return {
    ...{ connected$, cut, reconnect },
    current: () => current,
    /** Calls `then` with every connect, before the client knows of it. */
    whenConnecting(then: () => void) {
      onConnect = then
    },
    /** No socket can be opened for a while; polls are all there is. */
    block(ms: number) {
      blockedUntil = scheduler.now() + ms
      cut()
      scheduler.schedule(reconnect, ms)
    },
    /** Sockets can be opened again; an open one stays. */
    unblock() {
      blockedUntil = 0
      reconnect()
    },
  }
}
