/** Between two tasks the browser can paint and answer: on phones each takes a tenth of a second. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
