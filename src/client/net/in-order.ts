interface Place {
  /** Null while it waits. */
  run: (() => void) | null
}

/** Work in the order in which it came, some of which waits for something first. */
export function inOrder() {
  let places: Place[] = []

  function runReady(): void {
    for (let run = places[0]?.run; run; run = places[0]?.run) {
      places.shift()
      run()
    }
  }

  return {
    /** At once, unless earlier work still waits. */
    next(work: () => void): void {
      if (places.length === 0) work()
      else places.push({ run: work })
    },
    /** Once `awaited`, which does not reject, has come, and after all earlier work. */
    after<T>(awaited: Promise<T>, work: (value: T) => void): void {
      const place: Place = { run: null }
      places.push(place)
      void awaited.then((value) => {
        place.run = () => work(value)
        runReady()
      })
    },
    /** Forgets all that waits. */
    clear(): void {
      places = []
    },
  }
}
