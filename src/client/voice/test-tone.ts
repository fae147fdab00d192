const toneSeconds = 0.9

/** Plays two notes at a volume of 0 to 1; false where the browser plays no sound. Call it from a click. */
export async function playTestTone(volume: number): Promise<boolean> {
  if (typeof AudioContext === 'undefined') return false
  const audio = new AudioContext()
  try {
    await audio.resume()
    const gain = audio.createGain()
    gain.connect(audio.destination)
    const begin = audio.currentTime
    gain.gain.setValueAtTime(volume * 0.5, begin)
    gain.gain.exponentialRampToValueAtTime(0.001, begin + toneSeconds)
    const note = audio.createOscillator()
    note.frequency.setValueAtTime(660, begin)
    note.frequency.setValueAtTime(880, begin + toneSeconds / 3)
    note.connect(gain)
    const ended = new Promise((resolve) => note.addEventListener('ended', resolve))
    note.start(begin)
    note.stop(begin + toneSeconds)
    await ended
    return true
  } catch {
    // A device that is missing or in use: the caller says that nothing was played.
    return false
  } finally {
    await audio.close()
  }
}
